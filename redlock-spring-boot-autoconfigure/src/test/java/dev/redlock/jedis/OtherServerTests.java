package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Addresses that lead to another server than they did.
 */
@Timeout(60)
class OtherServerTests {

	private static final int LANES = 2;

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(2);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private Relay first;

	private Relay second;

	@BeforeEach
	void open() throws IOException {
		this.first = Relay.to(servers.get(0));
		this.second = Relay.to(servers.get(1));
	}

	@AfterEach
	void close() throws IOException {
		this.first.close();
		this.second.close();
	}

	@Test
	void nodesWhoseAddressesAreSwappedAreBothUpAgain() throws IOException {
		JedisNode one = start(this.first, null);
		JedisNode other = start(this.second, null);
		awaitState(one, State.UP);
		awaitState(other, State.UP);
		this.first.moveTo(servers.get(1));
		this.second.moveTo(servers.get(0));
		this.first.breakConnections();
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(one.status().detail()).contains("same server as node " + other.name()));
		this.second.breakConnections();
		awaitState(other, State.UP);
		awaitState(one, State.UP);
	}

	@Test
	void theyAreAlsoIfOnlyOneConnectionOfEachBreaks() throws IOException {
		JedisNode one = start(this.first, null);
		JedisNode other = start(this.second, null);
		awaitState(one, State.UP);
		awaitState(other, State.UP);
		int toFirst = this.first.connections();
		int toSecond = this.second.connections();
		this.first.moveTo(servers.get(1));
		this.second.moveTo(servers.get(0));
		this.first.breakOne();
		this.second.breakOne();
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> this.first.connections() >= toFirst + LANES && this.second.connections() >= toSecond + LANES);
		awaitState(other, State.UP);
		awaitState(one, State.UP);
		assertThat(servers.get(1).clients()).as("all connections of both lead elsewhere").hasSize(LANES);
	}

	@Test
	void aServerThatIsListedTwiceIsRefusedWhileAnyConnectionOfTheOtherNodeIsThere() throws IOException {
		this.second.moveTo(servers.get(0));
		JedisNode one = start(this.first, null);
		awaitState(one, State.UP);
		JedisNode other = start(this.second, null);
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(other.status().detail()).contains("same server as node " + one.name()));
		assertThat(one.status().state()).isEqualTo(State.UP);
		one.close();
		awaitState(other, State.UP);
	}

	@Test
	void aServerThatIsListedTwiceUnderOneNameVotesOnce() throws IOException {
		this.second.moveTo(servers.get(0));
		JedisNode one = start("redis", this.first, null);
		awaitState(one, State.UP);
		JedisNode other = start("redis", this.second, null);
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(other.status().detail()).contains("same server as node redis"));
		assertThat(one.status().state()).isEqualTo(State.UP);
	}

	@Test
	void anotherServerThanBeforeDoesNotVoteUntilTheLocksOfThatHaveExpired() throws IOException {
		Duration guard = Duration.ofSeconds(4);
		JedisNode former = start(this.second, guard);
		JedisNode node = start(this.first, guard);
		// So both servers have been up for long enough.
		awaitState(former, State.UP);
		awaitState(node, State.UP);
		former.close();
		// A connection that is made anew counts the seconds anew, and rounds them down.
		servers.get(0).awaitUptime(guard.toSeconds() + 2);
		Queue<State> told = new ConcurrentLinkedQueue<>();
		node.onChange((change) -> told.add(change.to()));
		Awaitility.await().until(() -> told.contains(State.UP));
		int connections = this.first.connections();
		this.first.breakConnections();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.first.connections() >= connections + LANES);
		awaitState(node, State.UP);
		assertThat(told).doesNotContain(State.QUARANTINED);
		told.clear();
		this.first.moveTo(servers.get(1));
		this.first.breakConnections();
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(told).contains(State.QUARANTINED).last().isEqualTo(State.UP));
	}

	@Test
	void locksAreNeverGrantedByTheFormerServerWhileAnotherVotes() throws Exception {
		JedisNode node = start(this.first, Duration.ofSeconds(3));
		awaitState(node, State.UP);
		Queue<State> told = new ConcurrentLinkedQueue<>();
		node.onChange((change) -> told.add(change.to()));
		this.first.moveTo(servers.get(1));
		this.first.breakOne();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> told.contains(State.QUARANTINED));
		awaitState(node, State.UP);
		assertThat(reply(node, "one", "a", "b").isDone()).isTrue();
		// By its own connection, which is not that of the first key above.
		assertThat(reply(node, "two", "b").isDone()).isFalse();
	}

	private static NodeReply reply(JedisNode node, String token, String... keys) throws Exception {
		return node.send(new Acquire(List.of(keys), token, 3000, true)).toCompletableFuture().get(5, TimeUnit.SECONDS);
	}

	@Test
	void noneVotesThatOnlySinceThenWritesEveryChangeToDisk() throws IOException {
		JedisNode node = start(this.first, Duration.ofSeconds(4));
		awaitState(node, State.UP);
		Queue<State> told = new ConcurrentLinkedQueue<>();
		node.onChange((change) -> told.add(change.to()));
		servers.get(1).writeEveryChange();
		try {
			this.first.moveTo(servers.get(1));
			this.first.breakConnections();
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> told.contains(State.QUARANTINED));
		}
		finally {
			servers.get(1).writeNoChange();
		}
	}

	private JedisNode start(Relay address, @Nullable Duration restartGuard) {
		return start("127.0.0.1:" + address.port(), address, restartGuard);
	}

	private JedisNode start(String name, Relay address, @Nullable Duration restartGuard) {
		NodeUri uri = NodeUri.parse("redis://127.0.0.1:" + address.port());
		return this.nodes.start(new JedisNodeSettings(name, uri, null, null, "redlock", Duration.ofSeconds(5),
				Duration.ofSeconds(5), restartGuard, LANES, null));
	}

	private static void awaitState(JedisNode node, State state) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(node.status().state()).isEqualTo(state));
	}

}
