package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class S6RetryTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void aWaiterGetsTheLockAfterItsRelease() {
		Lease first = this.cluster.anotherClient().acquire();
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(future).isNotDone();
		first.release();
		this.cluster.time().advance(Duration.ofMillis(200));
		assertThat(future).isCompleted();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(future.join().token());
	}

	@Test
	void aWaiterGetsTheLockAfterItsOwnerDied() {
		Cluster other = this.cluster.anotherClient();
		other.acquire(Cluster.ONE_ATTEMPT.withTtl(Duration.ofSeconds(1)));
		Lease lease = this.cluster.acquire(Cluster.PATIENT);
		assertThat(lease.isValid()).isTrue();
		assertThat(this.cluster.time().elapsed()).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1200));
	}

	@Test
	void aWaiterGetsTheLockWhenEnoughNodesComeBack() {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(future).isNotDone();
		this.cluster.node(0).answers();
		this.cluster.time().advance(Duration.ofMillis(200));
		assertThat(future).isCompleted();
	}

	@Test
	void noWaitTimeMeansOneAttempt() {
		this.cluster.holdByAnother(0, 5);
		LockNotAcquiredException failure = this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(failure.getWaited()).isZero();
		this.cluster.time().advance(Duration.ofSeconds(5));
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 10, 20, 21, 30, 50, 100, 250, 1000, 3000 })
	void theWaitIsUsedButNotExceeded(int waitMillis) {
		Duration wait = Duration.ofMillis(waitMillis);
		this.cluster.holdByAnother(0, 5);
		LockNotAcquiredException failure = this.cluster.failure(Cluster.ONE_ATTEMPT.withWaitTime(wait));
		assertThat(failure.getWaited()).isLessThanOrEqualTo(wait).isGreaterThanOrEqualTo(wait.minusMillis(20));
		int attempts = this.cluster.node(0).received(Acquire.class).size();
		this.cluster.time().advance(Duration.ofSeconds(5));
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(attempts);
	}

	@Test
	void theLastAttemptComesShortlyBeforeTheEndOfTheWaitTime() {
		for (int seed = 0; seed < 200; seed++) {
			Cluster cluster = new Cluster(5);
			Duration wait = Duration.ofMillis(50 + 5 * seed);
			for (int i = 0; i < 5; i++) {
				cluster.server(i).put(Cluster.KEY, "another owner", wait.minusMillis(20));
			}
			CompletableFuture<QuorumLease> future = cluster.start(Cluster.ONE_ATTEMPT.withWaitTime(wait),
					new Random(seed));
			assertThat(cluster.time().passUntilDone(future)).as("seed %d", seed).isCompleted();
			assertThat(cluster.time().elapsed()).isBetween(wait.minusMillis(20), wait);
		}
	}

	@Test
	void anAcquireThatSucceededLeavesNoTimerBehind() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ZERO));
		Lease lease = this.cluster.acquire(Cluster.PATIENT);
		lease.releaseAsync();
		this.cluster.time().advance(Duration.ofMillis(5));
		assertThat(this.cluster.time().waitingTasks()).isZero();
	}

	@Test
	void aRequestWithoutWaitTimeWaitsAsConfigured() {
		this.cluster.holdByAnother(0, 5);
		assertThat(this.cluster.failure(LockRequest.of(Cluster.KEY)).getWaited()).isBetween(Duration.ofMillis(2980),
				Duration.ofSeconds(3));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 30, 49, 70, 130, 1000 })
	void anAcquireEndsByItsWaitTimeEvenWhileNodesAreSlow(int waitMillis) {
		Duration wait = Duration.ofMillis(waitMillis);
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
		LockNotAcquiredException failure = this.cluster.failure(Cluster.ONE_ATTEMPT.withWaitTime(wait));
		assertThat(failure.getWaited()).isLessThanOrEqualTo(wait);
		assertThat(this.cluster.time().elapsed()).isEqualTo(failure.getWaited());
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void aGrantThatComesAfterTheWaitTimeIsUndone() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(20), Duration.ofMillis(20)));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.ONE_ATTEMPT.withWaitTime(Duration.ofMillis(35)));
		this.cluster.time().advance(Duration.ofMillis(35));
		assertThat(future).isCompletedExceptionally();
		this.cluster.time().advance(Duration.ofMillis(25));
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.events().acquires()).hasSize(1);
	}

	@Test
	void aBlockingAcquireEndsByItsWaitTimeThoughNoNodeAnswers() {
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
		LockRequest request = Cluster.ONE_ATTEMPT.withWaitTime(Duration.ofMillis(20));
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.cluster.redlock().acquire(request));
		assertThat(this.cluster.time().elapsed()).isZero();
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void thePausesAreRandomAndGrowUpToTheLongest() {
		this.cluster.holdByAnother(0, 5);
		this.cluster.start(Cluster.PATIENT, new Random(7));
		// The second attempt comes as soon as the nodes tell of releases.
		this.cluster.time().advance(Duration.ZERO);
		List<Duration> pauses = pauses(10);
		for (int i = 0; i < pauses.size(); i++) {
			assertThat(pauses.get(i)).isBetween(Duration.ofMillis(20), Duration.ofMillis(Math.min(200, 40L << i)));
		}
		assertThat(pauses).doesNotHaveDuplicates().anyMatch((pause) -> pause.toMillis() > 100);
	}

	private List<Duration> pauses(int count) {
		List<Duration> pauses = new ArrayList<>();
		Duration last = this.cluster.time().elapsed();
		int attempts = this.cluster.node(0).received(Acquire.class).size();
		while (pauses.size() < count) {
			this.cluster.time().advance(Duration.ofNanos(100_000));
			int now = this.cluster.node(0).received(Acquire.class).size();
			if (now > attempts) {
				pauses.add(this.cluster.time().elapsed().minus(last));
				last = this.cluster.time().elapsed();
				attempts = now;
			}
		}
		return pauses;
	}

	@Test
	void rivalsThatSplitTheVotesDoNotStopEachOther() {
		for (int seed = 0; seed < 100; seed++) {
			Cluster left = new Cluster(5);
			Cluster right = left.anotherClient();
			splitVotes(left, right);
			CompletableFuture<QuorumLease> one = left.start(Cluster.PATIENT, new Random(seed));
			CompletableFuture<QuorumLease> two = right.start(Cluster.PATIENT, new Random(-seed - 1));
			left.time().advance(Duration.ofMillis(10));
			assertThat(one).as("seed %d", seed).isNotDone();
			assertThat(two).as("seed %d", seed).isNotDone();
			left.time().passUntilDone(CompletableFuture.anyOf(one, two));
			CompletableFuture<QuorumLease> winner = one.isDone() ? one : two;
			CompletableFuture<QuorumLease> loser = one.isDone() ? two : one;
			assertThat(winner).as("seed %d", seed).isCompleted();
			left.time().passUntilDone(loser);
			assertThat(loser).as("seed %d", seed).isCompletedExceptionally();
			left.time().advance(Duration.ofMillis(10));
			assertThat(left.values(Cluster.KEY)).hasSizeGreaterThanOrEqualTo(3).containsOnly(winner.join().token());
		}
	}

	/**
	 * Each of two rivals is the first on two nodes; on the one between, a third has just
	 * died.
	 */
	private static void splitVotes(Cluster left, Cluster right) {
		left.server(2).put(Cluster.KEY, "the third", Duration.ofMillis(25));
		for (int i = 0; i < 5; i++) {
			left.node(i).answersAfter(Duration.ofMillis(1 + i), Duration.ZERO);
			right.node(i).answersAfter(Duration.ofMillis(5 - i), Duration.ZERO);
		}
	}

	@Test
	void oneAcquireDoesNotWaitForAnother() {
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> waiting = this.cluster.start(Cluster.PATIENT);
		Lease lease = this.cluster.acquire(LockRequest.of("another resource"));
		assertThat(this.cluster.time().elapsed()).isZero();
		assertThat(lease.isValid()).isTrue();
		assertThat(this.cluster.failure(waiting)).isInstanceOf(LockHeldException.class);
	}

}
