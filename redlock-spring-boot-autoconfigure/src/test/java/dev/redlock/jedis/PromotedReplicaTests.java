package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.ReleaseWatch;
import dev.redlock.test.LocalRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node whose address leads from a master to a replica of it that has been promoted,
 * both of which write every change to disk before they answer.
 */
@Timeout(120)
class PromotedReplicaTests {

	private static final List<String> DURABLE = List.of("--appendonly", "yes", "--appendfsync", "always");

	private static final Duration LONGER_THAN_THE_TEST = Duration.ofHours(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private final Queue<State> told = new ConcurrentLinkedQueue<>();

	private LocalRedis master;

	private LocalRedis replica;

	private Relay address;

	@BeforeEach
	void start() throws IOException {
		this.master = LocalRedis.startWith(DURABLE);
		this.replica = LocalRedis.startWith(DURABLE);
		this.address = Relay.to(this.master);
		follow(this.replica, this.master);
		awaitFollowing(this.replica);
	}

	@AfterEach
	void stop() throws IOException {
		this.address.close();
		this.replica.close();
		this.master.close();
	}

	/**
	 * Both machines fail, that of the replica first, which misses a lock, and comes back
	 * first.
	 */
	@Test
	void doesNotVoteUntilTheLocksThatTheReplicaHasMissedHaveExpired() throws Exception {
		JedisNode node = start(LONGER_THAN_THE_TEST);
		this.replica.kill();
		assertThat(acquire(node, "one").isDone()).isTrue();
		this.master.kill();
		awaitTold(State.DOWN);
		this.replica.restart();
		follow(this.replica, this.master);
		promote(this.replica);
		this.address.moveTo(this.replica);
		awaitTold(State.QUARANTINED);
		assertThat(acquire(node, "two").isDone()).isFalse();
		assertThat(this.told).doesNotContain(State.UP);
	}

	@Test
	void tellsWhoWaitsOfReleasesAlsoIfTheFormerMasterKeepsItsConnections() throws Exception {
		JedisNode node = start(null);
		Queue<String> releases = new ConcurrentLinkedQueue<>();
		ReleaseWatch watch = node.watch("key", releases::add);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(watch::isListening);
		promote(this.replica);
		this.address.moveTo(this.replica);
		follow(this.master, this.replica);
		// Down for a moment only, maybe.
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(this.told).contains(State.DOWN).last().isEqualTo(State.UP));
		// Or it would be told by way of its connection to the former master.
		this.master.run(Command.REPLICAOF, "NO", "ONE");
		releases.clear();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
			acquire(node, "0123456789");
			node.send(new Release(List.of("key"), "0123456789", 60_000, true)).toCompletableFuture().join();
			return releases.contains("01234567");
		});
		watch.close();
	}

	private JedisNode start(Duration restartGuard) {
		JedisNode node = this.nodes
			.start(JedisNodeSettings.of(NodeUri.parse("redis://127.0.0.1:" + this.address.port()))
				.withRestartGuard(restartGuard));
		node.onChange((change) -> this.told.add(change.to()));
		awaitTold(State.UP);
		this.told.clear();
		return node;
	}

	private static NodeReply acquire(JedisNode node, String token) {
		return node.send(new Acquire(List.of("key"), token, 60_000, false)).toCompletableFuture().join();
	}

	private static void follow(LocalRedis server, LocalRedis master) {
		server.run(Command.REPLICAOF, "127.0.0.1", Integer.toString(master.port()));
	}

	private static void awaitFollowing(LocalRedis server) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.until(() -> server.run(Command.INFO, "replication").toString().contains("link_status:up"));
	}

	private static void promote(LocalRedis server) {
		server.run(Command.REPLICAOF, "NO", "ONE");
	}

	private void awaitTold(State last) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(this.told).last().isEqualTo(last));
	}

}
