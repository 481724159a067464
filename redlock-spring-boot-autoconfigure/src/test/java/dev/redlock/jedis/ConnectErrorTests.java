package dev.redlock.jedis;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.ConnectionPool;

import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.ReleaseWatch;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An {@link Error} while a node connects, as of a system that is out of memory or
 * threads, costs that attempt and nothing else.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class ConnectErrorTests {

	/** More than there are for a connection. */
	private static final int CLOCK_CALLS = 12;

	private static final int ATTEMPTS = 10;

	private static final String REPORT = "failed and is tried again";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

	private final AtomicInteger errors = new AtomicInteger();

	@AfterEach
	void shutDown() {
		this.timer.shutdownNow();
	}

	@Test
	void aNodeConnectsAgainAfterErrorsBehindItsHandshake(CapturedOutput output) {
		LongSupplier clock = () -> {
			if (Thread.currentThread().getName().startsWith("redlock-connect")) {
				failIfToldTo();
			}
			return System.nanoTime();
		};
		this.errors.set(8);
		try (JedisResources resources = new JedisResources(this.timer, clock)) {
			JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()));
			JedisNode node = JedisNode.start(settings.withRestartGuard(null), resources);
			awaitUp(node);
			node.close();
		}
		assertThat(output.getAll()).as("all of a kind").containsOnlyOnce(REPORT);
	}

	@Test
	void anErrorAtAnyTimeLeavesNoLinkForWhoseEndAnotherServerWouldWait() throws Exception {
		AtomicInteger calls = new AtomicInteger();
		LongSupplier clock = () -> {
			if (calls.getAndDecrement() == 1) {
				throw new LinkageError("once");
			}
			return System.nanoTime();
		};
		JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()));
		try (JedisResources resources = new JedisResources(this.timer, clock);
				ConnectionPool pool = new ConnectionPool(LongDeadline.factory(settings), new LanePoolConfig())) {
			Connector connector = new Connector(new NodeIdentity("node"), pool, settings, resources,
					new FormerServers(clock, Duration.ofMinutes(1)),
					new NodeWarnings("node", Runnable::run, System::nanoTime));
			for (int call = 1; call <= CLOCK_CALLS; call++) {
				calls.set(call);
				connector.ended(connect(connector, calls));
			}
			servers.get(0).kill();
			servers.get(0).restart();
			assertThat(connect(connector, calls)).isNotNull();
		}
	}

	private static Link connect(Connector connector, AtomicInteger calls) throws InterruptedException {
		AtomicInteger failures = new AtomicInteger();
		CountDownLatch enough = new CountDownLatch(1);
		Link link = connector.connect(new RecordingOwner(System::nanoTime), enough, (failure) -> {
			if (failures.incrementAndGet() == ATTEMPTS) {
				enough.countDown();
			}
		});
		calls.set(0);
		return link;
	}

	@Test
	void anErrorAfterASuccessIsReportedAnew(CapturedOutput output) throws Exception {
		try (JedisResources resources = new JedisResources(this.timer, System::nanoTime);
				TlsWire wire = new TlsWire(servers.get(0))) {
			this.errors.set(2);
			JedisNode node = JedisNode.start(settings(wire), resources);
			awaitUp(node);
			assertThat(output.getAll()).containsOnlyOnce(REPORT);
			this.errors.set(2);
			servers.get(0).kill();
			servers.get(0).restart();
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.untilAsserted(() -> assertThat(output.getAll().split(REPORT, -1)).as("two reports").hasSize(3));
			awaitUp(node);
			node.close();
		}
	}

	@Test
	void whoWatchesIsToldOfReleasesAfterAnErrorWhileItsConnectionWasMade() throws Exception {
		try (JedisResources resources = new JedisResources(this.timer, System::nanoTime);
				TlsWire wire = new TlsWire(servers.get(0))) {
			JedisNode node = JedisNode.start(settings(wire), resources);
			awaitUp(node);
			this.errors.set(2);
			ReleaseWatch watch = node.watch("key", (release) -> {
			});
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(watch::isListening);
			node.close();
		}
	}

	private JedisNodeSettings settings(TlsWire wire) throws Exception {
		JedisNodeSettings of = wire.settings();
		Supplier<SslBundle> bundle = () -> {
			failIfToldTo();
			return Objects.requireNonNull(of.sslBundle()).get();
		};
		return new JedisNodeSettings(of.name(), of.uri(), null, null, "redlock", of.nodeTimeout(), of.connectTimeout(),
				null, 1, bundle);
	}

	private void failIfToldTo() {
		if (this.errors.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
			throw new LinkageError("once");
		}
	}

	private static void awaitUp(JedisNode node) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> node.status().state() == State.UP);
	}

}
