package dev.redlock.jedis;

import java.time.Duration;
import java.util.Objects;
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
