package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.Redlock;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application finds in its log.
 */
@Timeout(120)
class LoggingTests {

	private static final LockRequest BRIEF = LockRequest.of("a")
		.withTtl(Duration.ofMillis(300))
		.withWaitTime(Duration.ofSeconds(20));

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final Logger logger = (Logger) LoggerFactory.getLogger("dev.redlock");

	private final Level level = this.logger.getLevel();

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class))
		.withPropertyValues("redlock.nodes=" + servers.uris(), "redlock.node-timeout=1s", "redlock.connect-timeout=3s",
				"redlock.wait-time=0");

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
		this.logger.setLevel(Level.DEBUG);
	}

	@AfterEach
	void stopListening() {
		this.logger.detachAppender(this.log);
		this.logger.setLevel(this.level);
	}

	@Test
	void aChangeOfStateIsOneLineHoweverManyLanesAndAttemptsThereAre() {
		this.runner.withPropertyValues("redlock.restart-guard=false", "redlock.pool.lanes=4").run((context) -> {
			assertThat(lines()).containsExactlyInAnyOrder(up(0), up(1), up(2));
			servers.get(0).kill();
			awaitLines(4);
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> count((text) -> text.startsWith("Can't connect to " + name(0))) > 8);
			servers.get(0).restart();
			awaitLines(5);
		});
		assertThat(lines().get(3)).startsWith(name(0) + " is down and does not vote until it is back: ");
		assertThat(lines().get(4)).isEqualTo(up(0));
		assertThat(lines()).hasSize(5);
	}

	@Test
	void aNodeThatIsDownAtTheStartIsOneLine() {
		servers.get(1).kill();
		this.runner.withPropertyValues("redlock.restart-guard=false").run((context) -> {
			assertThat(lines()).filteredOn((line) -> line.startsWith(name(1) + " is down")).hasSize(1);
			servers.get(1).restart();
			Awaitility.await().until(() -> lines().contains(up(1)));
		});
		assertThat(lines()).hasSize(4);
	}

	@Test
	void aServerThatFallsSilentAndGoesOnIsOneLineEach() {
		this.runner.withPropertyValues("redlock.restart-guard=false").run((context) -> {
			servers.get(2).pause();
			awaitLines(4);
			servers.get(2).resume();
			awaitLines(5);
		});
		assertThat(lines().subList(3, 5)).containsExactly(
				name(2) + " is down and does not vote until it is back: the server does not answer in time", up(2));
		assertThat(lines()).hasSize(5);
	}

	@Test
	void theEndOfAQuarantineIsALineToo() {
		servers.get(0).restart();
		this.runner.withPropertyValues("redlock.ttl=2s", "redlock.max-ttl=3s").run((context) -> {
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.until(() -> lines().containsAll(List.of(up(0), up(1), up(2))));
			assertThat(lines()).filteredOn((line) -> line.startsWith(name(0))).hasSize(2);
			assertThat(lines()).filteredOn((line) -> line.startsWith(name(0)))
				.first()
				.asString()
				.contains(" is in quarantine: it restarted");
		});
	}

	@Test
	void noRequestIsLoggedAboveDebug() {
		this.runner.withPropertyValues("redlock.restart-guard=false")
			.withBean(Counter.class, () -> new Counter(servers.get(0)))
			.run((context) -> {
				Redlock redlock = context.getBean(Redlock.class);
				for (int i = 0; i < 20; i++) {
					request(redlock, "key-" + i);
					context.getBean(Counter.class).key("id-" + i);
				}
				assertThat(lines()).containsExactlyInAnyOrder(up(0), up(1), up(2));
				servers.get(0).kill();
				servers.get(1).kill();
				awaitLines(5);
				for (int i = 0; i < 20; i++) {
					assertThat(redlock.acquireAsync(LockRequest.of("unavailable"))).failsWithin(Duration.ofSeconds(5));
				}
			});
		assertThat(lines()).hasSize(5);
	}

	@Test
	void aLossThatNobodyWantsToKnowIsALine() {
		lose(BRIEF.withAutoExtend(false).withWhenLost(LossPolicy.IGNORE));
		assertThat(lines().get(3)).isEqualTo("The lock of [a] was lost while it was held: EXPIRED");
	}

	@Test
	void aLossAtTheLimitOfExtensionsIsALineSinceTheWorkMayHaveNoEnd() {
		lose(BRIEF.withAutoExtend(true).withMaxExtensions(0));
		assertThat(lines().get(3)).isEqualTo("The lock of [a] was lost while it was held: EXTENSION_LIMIT");
	}

	@Test
	void locksThatAreHeldWhenTheApplicationEndsAreALine() {
		this.runner.withPropertyValues("redlock.restart-guard=false").run((context) -> {
			Redlock redlock = context.getBean(Redlock.class);
			redlock.acquire(LockRequest.of("released")).close();
			redlock.acquire(LockRequest.of("held"));
		});
		assertThat(lines().subList(3, lines().size()))
			.containsExactly("The application ends, or pauses, while it holds 1 lock(s): [held]");
	}

	private void lose(LockRequest request) {
		this.runner.withPropertyValues("redlock.restart-guard=false").run((context) -> {
			context.getBean(Redlock.class).acquire(request);
			awaitLines(4);
		});
	}

	private static void request(Redlock redlock, String key) throws InterruptedException {
		try (Lease lease = redlock.acquire(LockRequest.of(key).withFencing())) {
			assertThat(redlock.tryAcquire(LockRequest.of(key))).isEmpty();
			assertThat(lease.extend(Duration.ofSeconds(40))).isTrue();
			assertThat(redlock.inspect(key).held()).isTrue();
		}
	}

	private List<String> lines() {
		return List.copyOf(this.log.list)
			.stream()
			.filter((event) -> event.getLevel().isGreaterOrEqual(Level.INFO))
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	private long count(Predicate<String> message) {
		return List.copyOf(this.log.list).stream().map(ILoggingEvent::getFormattedMessage).filter(message).count();
	}

	private void awaitLines(int count) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> lines().size() >= count);
	}

	private static String up(int server) {
		return name(server) + " is up";
	}

	private static String name(int server) {
		return servers.get(server).uri();
	}

}
