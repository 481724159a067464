package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.RaiseFence;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Counters of fencing tokens that a server has from before it voted, such as from an
 * older snapshot (S10).
 */
@Timeout(60)
class StaleCountersTests {

	private static final long OLD = 1_700_000_000_000_000L;

	private static final List<String> KEY = List.of("order:42");

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	@BeforeEach
	void restoreSnapshot() {
		servers.get(0).run(Command.SET, "order:42:fence", Long.toString(OLD));
	}

	@AfterEach
	void writeNoChange() {
		servers.get(0).writeNoChange();
	}

	@Test
	void startAboveAllThatWasCountedMeanwhileAndGoOnFromThere() {
		JedisNode node = start(Duration.ofSeconds(2));
		long now = System.currentTimeMillis() * 1000;
		long first = acquire(node);
		assertThat(first).isGreaterThan(now - Duration.ofSeconds(10).toNanos() / 1000);
		assertThat(acquire(node)).isEqualTo(first + 1);
		assertThat(acquire(node)).isEqualTo(first + 2);
	}

	@Test
	void doSoAlsoIfTheServerHasForgottenTheScript() {
		JedisNode node = start(Duration.ofSeconds(2));
		servers.get(0).run(Command.SCRIPT, "FLUSH");
		assertThat(acquire(node)).isGreaterThan(OLD + 1);
	}

	@Test
	void doSoAlsoIfTheServerWritesEveryChangeToDisk() {
		servers.get(0).writeEveryChange();
		JedisNode node = start(Duration.ofSeconds(2));
		long first = acquire(node);
		assertThat(first).as("what is on disk may come from a backup").isGreaterThan(OLD + 1);
		assertThat(acquire(node)).isEqualTo(first + 1);
	}

	@Test
	void areNotTakenFromWhatSomebodyElseHasThere() {
		servers.get(0).run(Command.SET, "order:42:fence", "another lock");
		JedisNode node = start(Duration.ofSeconds(2));
		NodeReply reply = node.send(new AcquireFenced(KEY, "token", 5000, 60_000)).toCompletableFuture().join();
		assertThat(reply.kind()).isEqualTo(NodeReply.Kind.FAILED);
		assertThat(reply.cause()).hasMessageContaining("order:42:fence is no fence counter");
		assertThat(servers.get(0).run(Command.GET, "order:42:fence")).isEqualTo("another lock");
		assertThat(servers.get(0).run(Command.EXISTS, "order:42")).isEqualTo(0L);
	}

	@Test
	void areNotRaisedFromThatEither() {
		servers.get(0).run(Command.SET, "order:42:fence", "another lock");
		JedisNode node = start(Duration.ofSeconds(2));
		NodeReply reply = node.send(new RaiseFence(KEY, "token", OLD, 60_000)).toCompletableFuture().join();
		assertThat(reply.kind()).isEqualTo(NodeReply.Kind.FAILED);
		assertThat(reply.cause()).hasMessageContaining("order:42:fence is no fence counter");
		assertThat(servers.get(0).run(Command.GET, "order:42:fence")).isEqualTo("another lock");
	}

	@Test
	void goOnIfTheGuardIsOff() {
		JedisNode node = start(null);
		assertThat(acquire(node)).isEqualTo(OLD + 1);
	}

	@Test
	void newOnesStartWithTheClockAlsoIfTheGuardIsOff() {
		servers.get(0).run(Command.DEL, "order:42:fence");
		assertThat(acquire(start(null))).isGreaterThan(OLD);
	}

	@Test
	void newOnesStartWithTheClockAlsoIfTheServerWritesEveryChangeToDisk() {
		servers.get(0).run(Command.DEL, "order:42:fence");
		servers.get(0).writeEveryChange();
		assertThat(acquire(start(Duration.ofSeconds(2)))).isGreaterThan(OLD);
	}

	private JedisNode start(@Nullable Duration guard) {
		JedisNode node = this.nodes.start(JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()))
			.withRestartGuard(guard)
			.withNodeTimeout(Duration.ofSeconds(10)));
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> node.status().state() == State.UP);
		return node;
	}

	private static long acquire(JedisNode node) {
		NodeReply reply = node.send(new AcquireFenced(KEY, "token", 5000, 60_000)).toCompletableFuture().join();
		assertThat(reply.isDone()).isTrue();
		node.send(new Release(KEY, "token", 0, false)).toCompletableFuture().join();
		return reply.number();
	}

}
