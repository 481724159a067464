package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server that pauses for longer than a lock lasts, though not for so long that its
 * connection is given up (S4).
 */
@Timeout(60)
class LateServerTests {

	private static final Duration TTL = Duration.ofSeconds(20);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final TestTimer timer = new TestTimer();

	private final AtomicLong passed = new AtomicLong();

	private final JedisResources resources = new JedisResources(this.timer,
			() -> System.nanoTime() + this.passed.get());

	private JedisNode node;

	@BeforeEach
	void start() {
		JedisNodeSettings of = JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()));
		this.node = JedisNode.start(new JedisNodeSettings(of.name(), of.uri(), null, null, "redlock",
				Duration.ofSeconds(1), TTL.multipliedBy(10), null, 1, null), this.resources);
		awaitUp();
	}

	@AfterEach
	void close() {
		this.node.close();
		this.resources.close();
		this.timer.shutdownNow();
	}

	@Test
	void doesNotKeepWhatItGrantsAfterTheReleaseOfItHasExpired() {
		this.timer.holdHeartbeats();
		servers.get(0).pause();
		// At once, since a server that is late is sent nothing.
		CompletableFuture<NodeReply> healed = send(new Heal(List.of("healed"), "token", TTL.toMillis()));
		CompletableFuture<NodeReply> acquired = send(new Acquire(List.of("acquired"), "token", TTL.toMillis(), false));
		assertThat(healed.join().kind()).isEqualTo(Kind.TIMED_OUT);
		assertThat(acquired.join().kind()).isEqualTo(Kind.TIMED_OUT);
		this.timer.letHeartbeatsGo();
		send(new Release(List.of("healed"), "token", TTL.toMillis() + 1, true));
		send(new Release(List.of("acquired"), "token", TTL.toMillis() + 1, true));
		this.passed.addAndGet(TTL.plusMillis(2).toNanos());
		servers.get(0).resume();
		awaitUp();
		Awaitility.await().untilAsserted(() -> {
			assertThat(servers.get(0).get("healed")).isNull();
			assertThat(servers.get(0).get("acquired")).isNull();
		});
	}

	private CompletableFuture<NodeReply> send(NodeCommand command) {
		return this.node.send(command).toCompletableFuture();
	}

	private void awaitUp() {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.node.status().state() == State.UP);
	}

}
