package dev.redlock.acceptance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the locks do on five real servers, whichever way these run.
 */
abstract class AbstractAcceptanceTests {

	static final String KEY = "order:42";

	static final String FOREIGN = "somebody-else";

	static final LockRequest ONE_ATTEMPT = LockRequest.of(KEY).withWaitTime(Duration.ZERO);

	private Locks locks;

	abstract List<TestNode> nodes();

	@BeforeEach
	void connect() {
		this.locks = Locks.over(nodes());
		this.locks.awaitUp();
	}

	@AfterEach
	void disconnect() {
		this.locks.close();
	}

	static IntStream setsOfNodes() {
		return IntStream.range(0, 1 << 5);
	}

	@ParameterizedTest
	@MethodSource("setsOfNodes")
	void acquiresExactlyWhenThreeOfFiveAreFreeAndLeavesNothingBehindOtherwise(int held) throws Exception {
		forEachIn(held, (node) -> node.set(KEY, FOREIGN));
		if (5 - Integer.bitCount(held) >= 3) {
			try (Lease lease = this.locks.redlock().acquire(ONE_ATTEMPT)) {
				assertThat(lease.isValid()).isTrue();
			}
		}
		else {
			assertThatExceptionOfType(LockHeldException.class)
				.isThrownBy(() -> this.locks.redlock().acquire(ONE_ATTEMPT))
				.satisfies((ex) -> assertThat(ex.getVotes()).hasSize(5));
		}
		for (int i = 0; i < 5; i++) {
			awaitValue(nodes().get(i), KEY, ((held & (1 << i)) != 0) ? FOREIGN : null);
		}
	}

	@ParameterizedTest
	@MethodSource("setsOfNodes")
	void acquiresExactlyWhenThreeOfFiveAreAliveAndLeavesNothingBehindOtherwise(int dead) throws Exception {
		forEachIn(dead, TestNode::kill);
		int alive = 5 - Integer.bitCount(dead);
		this.locks.awaitUp(alive);
		if (alive >= 3) {
			try (Lease lease = this.locks.redlock().acquire(ONE_ATTEMPT)) {
				assertThat(lease.isValid()).isTrue();
			}
		}
		else {
			assertThatExceptionOfType(QuorumUnavailableException.class)
				.isThrownBy(() -> this.locks.redlock().acquire(ONE_ATTEMPT));
		}
		forEachIn(dead, TestNode::restart);
		this.locks.awaitUp();
		nodes().forEach((node) -> awaitValue(node, KEY, null));
	}

	@Test
	void aGrantThatComesTooLateIsTakenBackOnTheLivingConnection() {
		nodes().get(0).set(KEY, FOREIGN);
		nodes().get(1).set(KEY, FOREIGN);
		long sets = sets(nodes().get(2));
		try (Locks locks = impatientWith(nodes().get(2))) {
			acquireInVain(locks, nodes().get(2), ONE_ATTEMPT);
			nodes().get(2).resume();
			assertTheGrantCameAndWent(locks, nodes().get(2), sets);
		}
	}

	@Test
	void aGrantThatComesTooLateIsTakenBackAfterTheConnectionBrokeAndTheTtlWasOver() {
		Duration ttl = Duration.ofSeconds(3);
		nodes().get(0).set(KEY, FOREIGN);
		nodes().get(1).set(KEY, FOREIGN);
		long sets = sets(nodes().get(2));
		long deletions = NodeStats.calls(nodes().get(2), "del");
		try (Locks locks = impatientWith(nodes().get(2))) {
			acquireInVain(locks, nodes().get(2), ONE_ATTEMPT.withTtl(ttl));
			Awaitility.await("a silent connection is given up")
				.pollDelay(ttl)
				.atMost(Duration.ofSeconds(20))
				.until(() -> locks.node(2).status().detail(), (detail) -> !detail.contains("does not answer"));
			nodes().get(2).resume();
			assertTheGrantCameAndWent(locks, nodes().get(2), sets);
		}
		assertThat(NodeStats.calls(nodes().get(2), "del")).as("deleted rather than expired").isEqualTo(deletions + 1);
	}

	private Locks impatientWith(TestNode late) {
		Locks locks = Locks.over(nodes(), Locks.impatientWith(late, Duration.ofMillis(250)));
		locks.awaitUp();
		return locks;
	}

	private static void acquireInVain(Locks locks, TestNode late, LockRequest request) {
		locks.holdHeartbeats();
		late.pause();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> locks.redlock().acquire(request))
			.satisfies((ex) -> assertThat(ex.getVotes()).extracting(NodeVote::verdict)
				.containsExactly(Verdict.HELD, Verdict.HELD, Verdict.TIMED_OUT, Verdict.GRANTED, Verdict.GRANTED));
		locks.letHeartbeatsGo();
	}

	private static void assertTheGrantCameAndWent(Locks locks, TestNode node, long setsBefore) {
		locks.awaitUp();
		Awaitility.await("the late SET is carried out").until(() -> sets(node) == setsBefore + 1);
		awaitValue(node, KEY, null);
	}

	@Test
	void nobodyWaitsForAPausedNodeOnceItIsKnown() throws Exception {
		Duration timeout = Duration.ofSeconds(1);
		try (Locks patient = Locks.over(nodes(), Locks.impatientWith(nodes().get(4), timeout))) {
			patient.awaitUp();
			// With two of five that refuse, the vote of the third decides.
			forEachIn(0b00011, (node) -> node.run(Command.SET, KEY, "somebody", "PX", "600000"));
			nodes().get(4).pause();
			try {
				assertThatExceptionOfType(LockNotAcquiredException.class)
					.isThrownBy(() -> patient.redlock().acquire(ONE_ATTEMPT));
				Awaitility.await().until(() -> patient.node(4).status().state() == State.DOWN);
				for (int i = 0; i < 50; i++) {
					assertThatExceptionOfType(LockNotAcquiredException.class)
						.isThrownBy(() -> patient.redlock().acquire(ONE_ATTEMPT))
						.satisfies((ex) -> assertThat(ex.getVotes().get(4).verdict()).isEqualTo(Verdict.UNREACHABLE));
				}
			}
			finally {
				// Before the locks are closed, which would wait for it.
				nodes().get(4).resume();
			}
		}
	}

	@Test
	void startsWithAllNodesDownAndWorksWhenTheyComeUp() throws Exception {
		nodes().parallelStream().forEach(TestNode::kill);
		try (Locks late = Locks.over(nodes())) {
			assertThatExceptionOfType(QuorumUnavailableException.class)
				.isThrownBy(() -> late.redlock().acquire(ONE_ATTEMPT))
				.satisfies((ex) -> assertThat(ex.getVotes()).hasSize(5)
					.allSatisfy((vote) -> assertThat(vote.verdict()).isEqualTo(Verdict.UNREACHABLE)));
			nodes().parallelStream().forEach(TestNode::restart);
			late.awaitUp();
			late.redlock().acquire(ONE_ATTEMPT).close();
		}
	}

	@Test
	void releaseTellsReleasedFromExpiredFromTaken() throws Exception {
		assertThat(this.locks.redlock().acquire(ONE_ATTEMPT).release()).isEqualTo(ReleaseOutcome.RELEASED);
		Lease expired = this.locks.redlock().acquire(ONE_ATTEMPT);
		nodes().forEach((node) -> node.run(Command.DEL, KEY));
		assertThat(expired.release()).isEqualTo(ReleaseOutcome.EXPIRED);
		Lease taken = this.locks.redlock().acquire(ONE_ATTEMPT);
		nodes().forEach((node) -> node.set(KEY, FOREIGN));
		assertThat(taken.release()).isEqualTo(ReleaseOutcome.TAKEN);
		nodes().forEach((node) -> assertThat(node.get(KEY)).isEqualTo(FOREIGN));
	}

	@Test
	void severalResourcesAreLockedAllOrNone() throws Exception {
		LockRequest both = LockRequest.of("a", "b").withWaitTime(Duration.ZERO);
		try (Lease b = this.locks.redlock().acquire(LockRequest.of("b"))) {
			assertThat(this.locks.redlock().tryAcquire(both)).isEmpty();
			nodes().forEach((node) -> awaitValue(node, "a", null));
			assertThat(b.isValid()).isTrue();
		}
		try (Lease lease = this.locks.redlock().acquire(both)) {
			assertThat(lease.resources()).isEqualTo(Set.of("a", "b"));
			assertThat(nodes().stream().filter((node) -> lease.token().equals(node.get("a"))).count())
				.isGreaterThanOrEqualTo(3);
		}
		nodes().forEach((node) -> awaitValue(node, "b", null));
	}

	@Test
	void worksAfterTheServersForgotTheScripts() throws Exception {
		nodes().forEach((node) -> node.run(Command.SCRIPT, "FLUSH"));
		Lease lease = this.locks.redlock().acquire(LockRequest.of("a", "b").withWaitTime(Duration.ZERO));
		nodes().forEach((node) -> node.run(Command.SCRIPT, "FLUSH"));
		assertThat(lease.extend(Duration.ofSeconds(20))).isTrue();
		nodes().forEach((node) -> node.run(Command.SCRIPT, "FLUSH"));
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
	}

	@Test
	void aKeyOfAnotherTypeOrWithoutTtlIsHeldAndLeftAlone() {
		nodes().forEach((node) -> node.run(Command.HSET, KEY, "field", "value"));
		assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> this.locks.redlock().acquire(ONE_ATTEMPT));
		nodes().forEach((node) -> assertThat(node.run(Command.HGET, KEY, "field")).isEqualTo("value"));
	}

	@Test
	void neverLetsTwoIn() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(8);
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger done = new AtomicInteger();
		try (Locks other = Locks.over(nodes())) {
			other.awaitUp();
			LockRequest patient = LockRequest.of(KEY).withWaitTime(Duration.ofSeconds(30));
			List<Callable<Integer>> tasks = new ArrayList<>();
			for (int i = 0; i < 100; i++) {
				Locks side = (i % 2 == 0) ? this.locks : other;
				tasks.add(() -> side.redlock().execute(patient, (lease) -> {
					assertThat(inside.incrementAndGet()).isOne();
					Thread.sleep(1);
					inside.decrementAndGet();
					return done.incrementAndGet();
				}));
			}
			for (Future<Integer> result : threads.invokeAll(tasks)) {
				result.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(done).hasValue(100);
	}

	private void forEachIn(int set, Consumer<TestNode> action) {
		IntStream.range(0, 5).filter((i) -> (set & (1 << i)) != 0).mapToObj(nodes()::get).parallel().forEach(action);
	}

	static void awaitValue(TestNode node, String key, String value) {
		Awaitility.await(key + " on port " + node.port())
			.pollInterval(Duration.ofMillis(2))
			.until(() -> Objects.equals(node.get(key), value));
	}

	static long sets(TestNode node) {
		return NodeStats.calls(node, "set");
	}

}
