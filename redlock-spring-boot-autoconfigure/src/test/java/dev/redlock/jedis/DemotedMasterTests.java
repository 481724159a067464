package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A master that becomes a replica under its connections (S9).
 */
@Timeout(60)
class DemotedMasterTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(2);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private final Queue<State> told = new ConcurrentLinkedQueue<>();

	private Relay address;

	@BeforeEach
	void open() throws IOException {
		this.address = Relay.to(servers.get(0));
	}

	@AfterEach
	void close() throws IOException {
		this.address.close();
		servers.get(0).run(Command.REPLICAOF, "NO", "ONE");
	}

	@Test
	void isDownAndDoesNotVoteWhenItIsAMasterAgainUntilTheLocksItHasDroppedHaveExpired() {
		JedisNode node = start(Duration.ofSeconds(4));
		awaitTold(State.UP);
		this.told.clear();
		demote();
		acquire(node, false);
		awaitTold(State.DOWN);
		Awaitility.await()
			.untilAsserted(() -> assertThat(node.status().detail()).contains("is a replica", "list masters only"));
		servers.get(0).run(Command.REPLICAOF, "NO", "ONE");
		awaitTold(State.UP);
		assertThat(this.told).containsExactly(State.DOWN, State.QUARANTINED, State.UP);
	}

	@Test
	void isSeenAlsoWhileNobodyLocks() {
		start(Duration.ofSeconds(4));
		awaitTold(State.UP);
		this.told.clear();
		demote();
		awaitTold(State.DOWN);
		servers.get(0).run(Command.REPLICAOF, "NO", "ONE");
		awaitTold(State.UP);
		assertThat(this.told).containsExactly(State.DOWN, State.QUARANTINED, State.UP);
	}

	@ParameterizedTest(name = "overAConnectionThatBreaks={0}")
	@ValueSource(booleans = { false, true })
	void doesNotVoteAlthoughItWasAMasterAgainBeforeAnybodyAsked(boolean overAConnectionThatBreaks) throws IOException {
		JedisNode node = start(Duration.ofSeconds(4));
		awaitTold(State.UP);
		this.nodes.timer().holdHeartbeats();
		this.told.clear();
		demote();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> replication().contains("master_link_status:up"));
		servers.get(0).run(Command.REPLICAOF, "NO", "ONE");
		assertThat(node.status().state()).isEqualTo(State.UP);
		if (overAConnectionThatBreaks) {
			this.address.breakConnections();
		}
		this.nodes.timer().letHeartbeatsGo();
		awaitTold(State.UP);
		assertThat(this.told).containsExactly(State.DOWN, State.QUARANTINED, State.UP);
	}

	@Test
	void isNoServerThatGotAndLostAReplica() throws IOException {
		Duration guard = Duration.ofSeconds(4);
		servers.get(0).awaitUptime(guard.toSeconds() + 2);
		start(guard);
		awaitTold(State.UP);
		this.told.clear();
		servers.get(0).run(Command.CONFIG, "SET", "repl-backlog-ttl", "1");
		servers.get(1).run(Command.REPLICAOF, "127.0.0.1", Integer.toString(servers.get(0).port()));
		try {
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> replication().contains("state=online"));
		}
		finally {
			servers.get(1).run(Command.REPLICAOF, "NO", "ONE");
		}
		String with = replication();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !id(replication()).equals(id(with)));
		assertThat(this.told).isEmpty();
		this.address.breakConnections();
		awaitTold(State.UP);
		assertThat(this.told).containsExactly(State.DOWN, State.UP);
	}

	@ParameterizedTest(name = "withinAScript={0}")
	@ValueSource(booleans = { false, true })
	void isLeftForTheMasterThatItsAddressLeadsToNow(boolean withinAScript) {
		JedisNode node = start(null);
		awaitTold(State.UP);
		demote();
		this.address.moveTo(servers.get(1));
		assertThat(acquire(node, withinAScript)).isEqualTo(Kind.FAILED);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> acquire(node, withinAScript) == Kind.DONE);
		assertThat(servers.get(1).get("key")).isEqualTo("token");
	}

	@Test
	void isSeenAlsoWhileItHasNothingToServe() {
		JedisNode node = start(Duration.ofSeconds(4));
		awaitTold(State.UP);
		servers.get(0).run(Command.CONFIG, "SET", "replica-serve-stale-data", "no");
		// Of nobody, so that it never has.
		servers.get(0).run(Command.REPLICAOF, "127.0.0.1", "1");
		try {
			acquire(node, true);
			awaitTold(State.DOWN);
			servers.get(0).run(Command.REPLICAOF, "NO", "ONE");
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.untilAsserted(() -> assertThat(this.told).contains(State.QUARANTINED));
		}
		finally {
			servers.get(0).run(Command.CONFIG, "SET", "replica-serve-stale-data", "yes");
		}
	}

	@Test
	void doesNotConfirmAnExtensionThatChangesNothing() {
		JedisNode node = start(null);
		awaitTold(State.UP);
		assertThat(acquire(node, false)).isEqualTo(Kind.DONE);
		// Of nobody, so that it keeps what it has.
		servers.get(0).run(Command.REPLICAOF, "127.0.0.1", "1");
		NodeReply reply = node.send(new Extend(List.of("key"), "token", 1000)).toCompletableFuture().join();
		assertThat(reply.kind()).isEqualTo(Kind.FAILED);
	}

	private static String replication() {
		return (String) servers.get(0).run(Command.INFO, "replication");
	}

	private static String id(String replication) {
		return Replication.parse(replication).id();
	}

	private static void demote() {
		servers.get(0).run(Command.REPLICAOF, "127.0.0.1", Integer.toString(servers.get(1).port()));
	}

	private static Kind acquire(JedisNode node, boolean withinAScript) {
		NodeReply reply = node.send(new Acquire(List.of("key"), "token", 10_000, withinAScript))
			.toCompletableFuture()
			.join();
		return reply.kind();
	}

	private JedisNode start(@Nullable Duration restartGuard) {
		JedisNodeSettings of = JedisNodeSettings.of(NodeUri.parse("redis://127.0.0.1:" + this.address.port()));
		JedisNode node = this.nodes.start(new JedisNodeSettings(of.name(), of.uri(), null, null, "redlock",
				Duration.ofSeconds(5), Duration.ofSeconds(5), restartGuard, 2, null));
		node.onChange((change) -> this.told.add(change.to()));
		return node;
	}

	private void awaitTold(State last) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(this.told).last().isEqualTo(last));
	}

}
