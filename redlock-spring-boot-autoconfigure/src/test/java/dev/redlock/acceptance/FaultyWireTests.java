package dev.redlock.acceptance;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

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

	private static final Duration IMPATIENCE = Duration.ofMillis(250);

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
		try (Locks locks = impatientWithTheWire()) {
			long sets = AbstractAcceptanceTests.sets(this.wire);
			locks.holdHeartbeats();
			this.wire.cutOff();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT))
				.satisfies((ex) -> assertThat(ex.getVotes()).extracting(NodeVote::verdict)
					.containsExactly(Verdict.HELD, Verdict.GRANTED, Verdict.TIMED_OUT));
			locks.letHeartbeatsGo();
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
		try (Locks locks = impatientWithTheWire()) {
			Lease lease = acquireEverywhere(locks);
			this.wire.cutOff();
			lease.release();
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.until(() -> locks.node(2)
					.status()
					.detail()
					.contains("the server is silent while we connect: Read timed out")
						|| locks.node(2).status().detail().contains("lost"));
			this.wire.heal();
			AbstractAcceptanceTests.awaitValue(this.wire, AbstractAcceptanceTests.KEY, null);
		}
	}

	@Test
	void aSilentConnectionIsNoticedWithoutAnyLockAndRepairedByItself() {
		try (Locks locks = impatientWithTheWire()) {
			this.wire.cutOff();
			locks.awaitUp(2);
			this.wire.heal();
			locks.awaitUp();
		}
	}

	@Test
	void aServerThatAlwaysAnswersTooLateIsDownUntilItAnswersInTimeAndStillGetsItsReleases() throws Exception {
		Queue<State> told = new ConcurrentLinkedQueue<>();
		try (Locks locks = Locks.over(this.nodes, this::impatientButFaithful)) {
			locks.node(2).onChange((change) -> told.add(change.to()));
			awaitLast(told, State.UP);
			Lease lease = acquireEverywhere(locks);
			this.wire.answerAfter(IMPATIENCE.plusMillis(50));
			awaitLast(told, State.DOWN);
			told.clear();
			lease.release();
			AbstractAcceptanceTests.awaitValue(this.wire, AbstractAcceptanceTests.KEY, null);
			AtomicLong own = new AtomicLong();
			long before = heartbeats(own);
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> heartbeats(own) > before + 2);
			assertThat(told).isEmpty();
			this.wire.answerAfter(Duration.ZERO);
			awaitLast(told, State.UP);
		}
	}

	/**
	 * Counts the questions that the server was asked.
	 * @param own how many of them were asked by this method
	 */
	private long heartbeats(AtomicLong own) {
		return NodeStats.calls(this.wire, "info") - own.getAndIncrement();
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

	private Locks impatientWithTheWire() {
		Locks locks = Locks.over(this.nodes, Locks.impatientWith(this.wire, IMPATIENCE));
		locks.awaitUp();
		return locks;
	}

	/**
	 * Returns settings with which a connection that answers too late is not given up.
	 */
	private JedisNodeSettings impatientButFaithful(JedisNodeSettings node) {
		JedisNodeSettings of = Locks.impatientWith(this.wire, IMPATIENCE).apply(node);
		return new JedisNodeSettings(of.name(), of.uri(), null, null, of.clientName(), of.nodeTimeout(),
				Duration.ofSeconds(20), null, 1, null);
	}

	private Lease acquireEverywhere(Locks locks) throws InterruptedException {
		locks.holdHeartbeats();
		Lease lease = locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT);
		AbstractAcceptanceTests.awaitValue(this.wire, AbstractAcceptanceTests.KEY, lease.token());
		locks.letHeartbeatsGo();
		return lease;
	}

	private static void awaitLast(Queue<State> told, State state) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(told).last().isEqualTo(state));
	}

	private static void requirePassword() {
		servers.get(0).run(Command.CONFIG, "SET", "requirepass", "right-one");
	}

	private static JedisNodeSettings at(String credentials, JedisNodeSettings node, String path) {
		return Locks.trusting("redis://" + credentials + node.uri().server() + path);
	}

}
