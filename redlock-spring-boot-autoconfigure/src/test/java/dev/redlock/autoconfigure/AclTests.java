package dev.redlock.autoconfigure;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server that knows us as an ACL user.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class AclTests {

	private static final AclLine LINE = AclLine.load();

	/**
	 * One that a server lets run only within another is needed all the same, for the
	 * scripts.
	 */
	private static final List<String> COMMANDS = LINE.commands();

	private static final String PASSWORD = "s3cret:@/?#%+ \u00fc";

	private static final String UNTOLD = "does not tell any more whether it is a master";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final TestNode server = servers.get(0);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=10s", "redlock.connect-timeout=20s",
				"redlock.wait-time=2s", "redlock.nodes=" + this.server.uri(), "redlock.username=redlock",
				"redlock.password=" + PASSWORD);

	@BeforeEach
	void forgetDenials() {
		// Only with it are all commands of the handshake used.
		this.server.run(Command.CONFIG, "SET", "appendonly", "yes");
		this.server.run(Command.ACL, "LOG", "RESET");
	}

	@Test
	void aUserWithTheListedCommandsLacksNothing() {
		permit(COMMANDS.stream());
		this.runner.run((one) -> this.runner.run((other) -> {
			assertThat(status(one).state()).isEqualTo(State.UP);
			useEverything(one, other);
			reconnect(one);
			one.getBean(Redlock.class).acquire(LockRequest.of("stock:a")).close();
		}));
		assertThat(denials()).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("commands")
	void noneOfTheListedCommandsIsLeftOutUnnoticed(String command) {
		permit(COMMANDS.stream().filter((other) -> !other.equals(command)));
		this.runner.run((one) -> this.runner.run((other) -> {
			useEverything(one, other);
			if (command.equals("+client|kill")) {
				reconnect(one);
			}
		}));
		assertThat(denials()).isNotEmpty();
	}

	static List<String> commands() {
		return COMMANDS;
	}

	@Test
	void aUserThatMayNotLookAtItsKeysAnyMoreHasNotLostThemToSomebodyElse() {
		permit(COMMANDS.stream());
		this.runner.run((context) -> {
			LockRequest request = LockRequest.of("stock:a").withAutoExtend(false);
			try (Lease lease = context.getBean(Redlock.class).acquire(request)) {
				this.server.run(Command.ACL, "SETUSER", "redlock", "-get", "-mget");
				assertThat(lease.extend(Duration.ofSeconds(40))).isFalse();
				assertThat(lease.isValid()).isTrue();
				assertThat(lease.release()).isEqualTo(ReleaseOutcome.UNCONFIRMED);
			}
		});
	}

	@Test
	void aUserThatLacksACommandOfTheHandshakeSaysWhich() {
		permit(COMMANDS.stream().filter((command) -> !command.equals("+info")));
		this.runner
			.run((context) -> assertThat(status(context).detail()).startsWith("the ACL user lacks a permission: NOPERM")
				.contains("info"));
	}

	@Test
	void aUserThatMayNotAskForAReplicaAnyMoreIsWarnedAboutOnce(CapturedOutput output) {
		permit(COMMANDS.stream());
		this.runner.run((context) -> {
			this.server.run(Command.ACL, "SETUSER", "redlock", "-info");
			Awaitility.await().untilAsserted(() -> assertThat(output).contains(UNTOLD));
			Awaitility.await().until(() -> (Long) ((List<?>) denials().get(0)).get(1) > 2);
			assertThat(status(context).state()).isEqualTo(State.UP);
			context.getBean(Redlock.class).acquire(LockRequest.of("stock:a")).close();
		});
		assertThat(output).containsOnlyOnce(UNTOLD).contains("NOPERM");
	}

	@Test
	void aWrongPasswordIsSaidButNotShown(CapturedOutput output) {
		permit(COMMANDS.stream());
		this.runner.withPropertyValues("redlock.password=wrong-s3cret").run((context) -> {
			assertThat(status(context).state()).isEqualTo(State.DOWN);
			assertThat(status(context).detail()).startsWith("the server refuses user or password: WRONGPASS")
				.doesNotContain("s3cret");
		});
		assertThat(output).contains("is down and does not vote until it is back: the server refuses user or password")
			.doesNotContain("s3cret");
	}

	@Test
	void anAddressMayHaveAUserAndAPasswordOfItsOwnWithSpecialCharactersEncoded() {
		this.server.run(Command.ACL, "SETUSER", "team:b", "reset", "on", ">" + PASSWORD, "~*", "&*", "+@all");
		this.runner
			.withPropertyValues("redlock.nodes=" + "redis://" + encoded("team:b") + ":" + encoded(PASSWORD)
					+ "@127.0.0.1:" + this.server.port())
			.run((context) -> {
				assertThat(status(context).state()).isEqualTo(State.UP);
				assertThat(this.server.run(Command.CLIENT, "LIST").toString()).contains("user=team:b");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis://", "redis://:@" })
	void anEmptyPasswordIsNone(String address) {
		this.runner
			.withPropertyValues("redlock.username=", "redlock.password=",
					"redlock.nodes=" + address + "127.0.0.1:" + this.server.port())
			.run((context) -> assertThat(status(context).state()).isEqualTo(State.UP));
	}

	private void permit(Stream<String> commands) {
		this.server.run(Command.ACL, "SETUSER", "redlock", "reset");
		this.server.run(Command.ACL, Stream.concat(LINE.user(PASSWORD, "stock:"), commands).toArray(String[]::new));
	}

	private List<?> denials() {
		return (List<?>) this.server.run(Command.ACL, "LOG");
	}

	private void useEverything(ApplicationContext one, ApplicationContext other) {
		Redlock redlock = one.getBean(Redlock.class);
		tolerant(() -> {
			try (Lease lease = redlock.acquire(LockRequest.of("stock:a").withFencing())) {
				lease.extend(Duration.ofSeconds(40));
				redlock.inspect("stock:a");
				CompletableFuture<Lease> next = other.getBean(Redlock.class)
					.acquireAsync(LockRequest.of("stock:a").withWaitTime(Duration.ofSeconds(5)));
				awaitListeners(1L);
				lease.release();
				next.get(20, TimeUnit.SECONDS).close();
				awaitListeners(0L);
			}
		});
		tolerant(() -> redlock.acquire(LockRequest.of("stock:a", "stock:b")).close());
		tolerant(() -> redlock.acquire(LockRequest.of("stock:c").withHoldAtLeast(Duration.ofMillis(1))).close());
		releaseTogether(one.getBean(RedlockNodes.class).asList().get(0));
		this.server.run(Command.SCRIPT, "FLUSH");
		tolerant(() -> redlock.acquire(LockRequest.of("stock:d")).close());
	}

	/**
	 * Sends releases while a reply is handed out, so that they are written at once.
	 */
	private static void releaseTogether(RedlockNode node) {
		CompletableFuture<NodeReply> last = new CompletableFuture<>();
		node.send(new NodeCommand.Inspect(List.of("stock:e")), (reply) -> {
			node.send(new NodeCommand.Release(List.of("stock:e"), "token", 0, true), (released) -> {
			});
			node.send(new NodeCommand.Release(List.of("stock:f"), "token", 0, true), last::complete);
		});
		last.orTimeout(5, TimeUnit.SECONDS).join();
	}

	private static void reconnect(ApplicationContext context) {
		Set<String> before = servers.get(0).clients();
		servers.get(0).run(Command.CLIENT, "KILL", "TYPE", "normal");
		Awaitility.await()
			.untilAsserted(() -> assertThat(servers.get(0).clients()).hasSize(2).doesNotContainAnyElementsOf(before));
		Awaitility.await().until(() -> status(context).state() == State.UP);
	}

	private void awaitListeners(Long count) {
		Awaitility.await()
			.pollInterval(Duration.ofMillis(10))
			.until(() -> isDenied()
					|| ((List<?>) this.server.run(Command.PUBSUB, "NUMSUB", "stock:a:released")).contains(count));
	}

	private boolean isDenied() {
		return !denials().isEmpty();
	}

	private void tolerant(Step step) {
		if (isDenied()) {
			return;
		}
		try {
			step.run();
		}
		catch (Exception ex) {
			assertThat(isDenied()).as("a denial, rather than only %s", ex).isTrue();
		}
	}

	private static NodeStatus status(ApplicationContext context) {
		return context.getBean(RedlockNodes.class).asList().get(0).status();
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
	}

	/**
	 * What may fail for want of a permission.
	 */
	private interface Step {

		void run() throws Exception;

	}

}
