package dev.redlock.acceptance;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.jedis.JedisNodeSettings;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.CutOffNode;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What happens between a process and its servers when the network or a password is wrong.
 */
class FaultyWireTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private CutOffNode wire;

	private List<TestNode> nodes;

	@BeforeEach
	void putAWireBeforeTheLastNode() {
		this.wire = new CutOffNode(servers.get(2));
		this.nodes = new ArrayList<>(List.of(servers.get(0), servers.get(1), this.wire));
	}

	@AfterEach
	void takeTheWireAway() throws IOException {
		this.wire.close();
	}

	@Test
	void aGrantThatWasOnTheWireDuringAPartitionIsTakenBack() {
		servers.get(0).set(AbstractAcceptanceTests.KEY, AbstractAcceptanceTests.FOREIGN);
		try (Locks locks = Locks.over(this.nodes)) {
			locks.awaitUp();
			long sets = AbstractAcceptanceTests.sets(this.wire);
			this.wire.cutOff();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT))
				.satisfies((ex) -> assertThat(ex.getVotes()).extracting(NodeVote::verdict)
					.containsExactly(Verdict.HELD, Verdict.GRANTED, Verdict.TIMED_OUT));
			Awaitility.await("the silent connection is given up")
				.atMost(Duration.ofSeconds(20))
				.until(() -> !locks.node(2).status().detail().contains("does not answer"));
			this.wire.heal();
			locks.awaitUp();
			Awaitility.await().until(() -> AbstractAcceptanceTests.sets(this.wire) == sets + 1);
			AbstractAcceptanceTests.awaitValue(this.wire, AbstractAcceptanceTests.KEY, null);
		}
	}

	@Test
	void aReleaseDuringAPartitionIsOwedAndPaidWhenItHeals() throws Exception {
		try (Locks locks = Locks.over(this.nodes)) {
			locks.awaitUp();
			Lease lease = locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT);
			AbstractAcceptanceTests.awaitValue(this.wire, AbstractAcceptanceTests.KEY, lease.token());
			this.wire.cutOff();
			lease.release();
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.until(() -> locks.node(2).status().detail().contains("Read timed out")
						|| locks.node(2).status().detail().contains("lost"));
			this.wire.heal();
			AbstractAcceptanceTests.awaitValue(this.wire, AbstractAcceptanceTests.KEY, null);
		}
	}

	@Test
	void aSilentConnectionIsNoticedWithoutAnyLockAndRepairedByItself() {
		try (Locks locks = Locks.over(this.nodes)) {
			locks.awaitUp();
			this.wire.cutOff();
			locks.awaitUp(2);
			this.wire.heal();
			locks.awaitUp();
		}
	}

	@Test
	void aServerThatAlwaysAnswersTooLateIsDownUntilItAnswersInTimeAndStillGetsItsReleases() throws Exception {
		Queue<State> told = new ConcurrentLinkedQueue<>();
		try (Locks locks = Locks.over(this.nodes)) {
			locks.node(2).onChange((change) -> told.add(change.to()));
			locks.awaitUp();
			Lease lease = locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT);
			AbstractAcceptanceTests.awaitValue(this.wire, AbstractAcceptanceTests.KEY, lease.token());
			this.wire.answerAfter(Duration.ofMillis(80));
			locks.awaitUp(2);
			lease.release();
			AbstractAcceptanceTests.awaitValue(this.wire, AbstractAcceptanceTests.KEY, null);
			long pings = NodeStats.calls(this.wire, "ping");
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.until(() -> NodeStats.calls(this.wire, "ping") > pings + 2);
			assertThat(told).containsExactly(State.UP, State.DOWN);
			this.wire.answerAfter(Duration.ZERO);
			locks.awaitUp();
			Awaitility.await().untilAsserted(() -> assertThat(told).containsExactly(State.UP, State.DOWN, State.UP));
		}
	}

	@Test
	void aWrongPasswordIsToldButNeverShown() {
		requirePassword();
		try (Locks locks = Locks.over(this.nodes.subList(0, 1), (node) -> at(":wrong-one@", node, ""))) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT))
				.satisfies((ex) -> assertThat(ex.getMessage()).contains("WRONGPASS").doesNotContain("wrong-one"));
		}
		finally {
			servers.get(0).restart();
		}
	}

	@Test
	void aPasswordIsUsed() throws Exception {
		requirePassword();
		try (Locks locks = Locks.over(this.nodes.subList(0, 1), (node) -> at(":right-one@", node, ""))) {
			locks.awaitUp();
			locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT).close();
		}
		finally {
			servers.get(0).restart();
		}
	}

	@Test
	void aDatabaseIsUsed() throws Exception {
		try (Locks locks = Locks.over(this.nodes.subList(0, 1), (node) -> at("", node, "/3"))) {
			locks.awaitUp();
			try (Lease lease = locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT)) {
				assertThat(lease.isValid()).isTrue();
				assertThat((String) servers.get(0).run(Command.INFO, "keyspace")).contains("db3:keys=1");
			}
		}
	}

	private static void requirePassword() {
		servers.get(0).run(Command.CONFIG, "SET", "requirepass", "right-one");
	}

	private static JedisNodeSettings at(String credentials, JedisNodeSettings node, String path) {
		return Locks.trusting("redis://" + credentials + node.uri().server() + path);
	}

}
