package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Waiters hear of the releases of other processes.
 */
class ReleaseWatchTests {

	private static final String OTHER_KEY = "order:43";

	private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

	private final Cluster owner = new Cluster(5);

	private final Cluster waiter = this.owner.anotherClient();

	private final VirtualTime time = this.owner.time();

	@Test
	void aReleaseEndsThePauseAtOnce() {
		Lease lease = this.owner.acquire();
		CompletableFuture<Lease> future = waitLong();
		lease.release();
		this.time.advance(Duration.ZERO);
		assertThat(future).isCompleted();
	}

	@Test
	void aReleaseWakesWhoeverHasTheTurnThen() {
		Lease lease = this.owner.acquire();
		CompletableFuture<Lease> first = waitLong();
		CompletableFuture<Lease> second = this.waiter.start(Cluster.PATIENT);
		first.cancel(true);
		this.time.advance(Duration.ofMillis(777));
		lease.release();
		this.time.advance(Duration.ZERO);
		assertThat(second).isCompleted();
	}

	@Test
	void aReleaseThatComesWhileAnAttemptIsUnderWayIsNotMissed() {
		Lease lease = this.owner.acquire();
		this.waiter.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(10)));
		CompletableFuture<Lease> future = this.waiter.start(Cluster.PATIENT);
		this.time.advance(Duration.ofMillis(400));
		int asked = attempts();
		while (attempts() == asked) {
			this.time.advance(Duration.ofNanos(100_000));
		}
		this.time.advance(Duration.ofMillis(2));
		// The refusal is on its way, and the announcement overtakes it.
		this.waiter.nodes().forEach(ScriptedNode::answers);
		lease.release();
		this.time.advance(Duration.ofMillis(9));
		assertThat(future).isCompleted();
	}

	@Test
	void aMinorityThatAnnouncesWakesNobodyAndAQuorumDoes() {
		Lease lease = this.owner.acquire();
		this.owner.nodes(2, 4).forEach((node) -> node.answersAfter(Duration.ofMillis(3), Duration.ZERO));
		this.owner.node(4).answersAfter(Duration.ofMillis(5), Duration.ZERO);
		CompletableFuture<Lease> future = waitLong();
		int asked = attempts();
		lease.releaseAsync();
		this.time.advance(Duration.ofMillis(2));
		assertThat(attempts()).isEqualTo(asked);
		this.time.advance(Duration.ofMillis(1));
		assertThat(attempts()).isEqualTo(asked + 1);
		assertThat(future).isCompleted();
	}

	@Test
	void thatTheNodesListenNowEndsThePauseSinceAReleaseMayHaveBeenMissed() {
		Lease lease = this.owner.acquire();
		this.waiter.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(2), Duration.ZERO));
		CompletableFuture<Lease> future = this.waiter.start(Cluster.PATIENT);
		this.time.advance(Duration.ofMillis(2));
		assertThat(attempts()).isEqualTo(1);
		lease.release();
		this.time.advance(Duration.ofMillis(4));
		assertThat(future).isCompleted();
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANSWERING")
	void anAnnouncementThatIsLostCostsARetryDelay(Behaviour behaviour) {
		Lease lease = this.owner.acquire();
		CompletableFuture<Lease> future = waitLong();
		this.waiter.nodes(1, 4).forEach((node) -> node.become(behaviour));
		lease.release();
		this.waiter.nodes().forEach((node) -> {
			node.become(Behaviour.UNREACHABLE);
			node.answers();
		});
		this.time.advance(LONGEST_PAUSE.plus(ScriptedNode.NODE_TIMEOUT));
		assertThat(future).isCompleted();
	}

	@Test
	void somebodyWhoAnnouncesNothingIsWaitedForByAsking() {
		this.owner.holdByAnother(0, 5);
		CompletableFuture<Lease> future = waitLong();
		this.waiter.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		this.time.advance(LONGEST_PAUSE);
		assertThat(future).isCompleted();
	}

	@Test
	void nodesThatCannotListenAreAsked() {
		Lease lease = this.owner.acquire();
		CompletableFuture<Lease> future = this.waiter.start(Cluster.PATIENT);
		this.waiter.nodes().forEach((node) -> node.server().watchers().forget());
		lease.release();
		this.time.advance(LONGEST_PAUSE);
		assertThat(future).isCompleted();
	}

	@Test
	void whoWantsSeveralLocksIsWokenByTheReleaseOfOne() {
		Lease lease = this.owner.acquire(LockRequest.of(OTHER_KEY).withTtl(Cluster.TTL));
		CompletableFuture<Lease> both = this.waiter
			.start(LockRequest.of(Cluster.KEY, OTHER_KEY).withTtl(Cluster.TTL).withWaitTime(Duration.ofSeconds(3)));
		this.time.advance(Duration.ofSeconds(1));
		lease.release();
		this.time.advance(Duration.ZERO);
		assertThat(both).isCompleted();
		assertThat(watchers(Cluster.KEY) + watchers(OTHER_KEY)).isZero();
	}

	@Test
	void aReleaseWakesAFewOfACrowdThatWantsSeveralLocksAndAllOfItGetsThem() {
		Lease lease = this.owner.acquire();
		List<CompletableFuture<Lease>> crowd = new ArrayList<>();
		for (int i = 0; i < 3 * Crowd.FRONT; i++) {
			crowd.add(this.waiter.start(Cluster.PATIENT.withResources(List.of(Cluster.KEY, "own:" + i))));
			this.time.advance(Duration.ofMillis(1));
		}
		int asked = attempts();
		this.waiter.nodes().forEach((node) -> node.answersAfter(Duration.ZERO, Duration.ofMillis(1)));
		lease.release();
		this.time.advance(Duration.ofMillis(1));
		assertThat(attempts() - asked).isEqualTo(Crowd.FRONT);
		crowd.forEach((future) -> future.thenAccept(Lease::releaseAsync));
		this.time.advance(Duration.ofMillis(2600));
		assertThat(crowd).allSatisfy((future) -> assertThat(future).isCompleted());
	}

	@Test
	void aReleaseReachesTheLastOfACrowdThatWaitsForAnotherLock() {
		this.owner.acquire(LockRequest.of(OTHER_KEY).withTtl(Cluster.TTL));
		Lease lease = this.owner.acquire();
		for (int i = 0; i < 2 * Crowd.FRONT; i++) {
			this.waiter.start(Cluster.PATIENT.withResources(List.of(Cluster.KEY, OTHER_KEY)));
			this.time.advance(Duration.ofMillis(1));
		}
		CompletableFuture<Lease> last = this.waiter.start(Cluster.PATIENT.withResources(List.of(Cluster.KEY, "free")));
		this.time.advance(Duration.ofMillis(1));
		this.waiter.nodes().forEach((node) -> node.answersAfter(Duration.ZERO, Duration.ofMillis(1)));
		lease.release();
		this.time.advance(Duration.ofMillis(6));
		assertThat(last).isCompleted();
	}

	@Test
	void theReleaseOfSeveralLocksWakesThoseWhoWaitForOne() {
		Lease both = this.owner.acquire(LockRequest.of(Cluster.KEY, OTHER_KEY).withTtl(Cluster.TTL));
		CompletableFuture<Lease> first = this.waiter.start(Cluster.PATIENT);
		CompletableFuture<Lease> second = this.waiter
			.start(LockRequest.of(OTHER_KEY).withWaitTime(Duration.ofSeconds(3)));
		this.time.advance(Duration.ofSeconds(1));
		both.release();
		this.time.advance(Duration.ZERO);
		assertThat(List.of(first, second)).allMatch(CompletableFuture::isDone);
	}

	@Test
	void nobodyListensWhoDoesNotWait() {
		Lease lease = this.owner.acquire(Cluster.PATIENT);
		this.waiter.failure(Cluster.ONE_ATTEMPT);
		assertThat(watchers(Cluster.KEY)).isZero();
		lease.release();
		this.time.advance(Duration.ZERO);
		assertThat(watchers(Cluster.KEY)).isZero();
	}

	@Test
	void theWatchEndsAfterTheLastRelease() {
		Lease lease = this.owner.acquire();
		CompletableFuture<Lease> first = this.waiter.start(Cluster.PATIENT);
		CompletableFuture<Lease> second = this.waiter.start(Cluster.PATIENT);
		this.time.advance(Duration.ofMillis(1));
		assertThat(watchers(Cluster.KEY)).isEqualTo(5);
		lease.release();
		this.time.passUntilDone(first).join().release();
		this.time.passUntilDone(second).join().release();
		this.time.advance(Duration.ofMillis(10));
		assertThat(watchers(Cluster.KEY)).isZero();
		assertThat(this.time.waitingTasks()).isZero();
	}

	@Test
	void theWatchEndsWithTheWaitTime() {
		this.owner.acquire();
		this.waiter.failure(Cluster.PATIENT);
		assertThat(watchers(Cluster.KEY)).isZero();
		assertThat(this.time.waitingTasks()).isOne();
	}

	@Test
	void theWatchEndsWhenTheWaiterIsCancelled() {
		this.owner.holdByAnother(0, 5);
		waitLong().cancel(true);
		assertThat(watchers(Cluster.KEY)).isZero();
		assertThat(this.time.waitingTasks()).isZero();
	}

	@Test
	void theWatchesOfSeveralLocksEndWhenTheWaiterIsCancelled() {
		this.owner.holdByAnother(0, 5);
		CompletableFuture<Lease> future = this.waiter
			.start(LockRequest.of(Cluster.KEY, OTHER_KEY).withWaitTime(Duration.ofSeconds(3)));
		this.time.advance(Duration.ofMillis(1));
		assertThat(watchers(OTHER_KEY)).isEqualTo(5);
		future.cancel(true);
		assertThat(watchers(Cluster.KEY) + watchers(OTHER_KEY)).isZero();
		assertThat(this.time.waitingTasks()).isZero();
	}

	@Test
	void theWatchEndsWhenTheLeaseIsLost() {
		Lease lease = this.owner.acquire();
		CompletableFuture<Lease> future = this.waiter.start(Cluster.PATIENT.withTtl(Duration.ofSeconds(1)));
		this.time.advance(Duration.ofMillis(500));
		lease.release();
		Lease lost = this.time.passUntilDone(future).join();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(lost.isValid()).isFalse();
		assertThat(watchers(Cluster.KEY)).isZero();
		assertThat(this.time.waitingTasks()).isZero();
	}

	@Test
	void theWatchEndsWhenTheProcessIsClosed() {
		this.owner.holdByAnother(0, 5);
		waitLong();
		this.waiter.start(Cluster.PATIENT);
		this.waiter.redlock().close();
		this.time.advance(Duration.ZERO);
		assertThat(watchers(Cluster.KEY)).isZero();
		assertThat(this.time.waitingTasks()).isZero();
	}

	/**
	 * Waits until the pauses are long.
	 */
	private CompletableFuture<Lease> waitLong() {
		CompletableFuture<Lease> future = this.waiter.start(Cluster.PATIENT);
		this.time.advance(Duration.ofMillis(400));
		int asked = attempts();
		while (attempts() == asked) {
			this.time.advance(Duration.ofNanos(100_000));
		}
		return future;
	}

	private int attempts() {
		return this.waiter.node(0).received(Acquire.class).size();
	}

	private long watchers(String key) {
		return this.waiter.nodes().stream().mapToLong((node) -> node.server().watchers().count(key)).sum();
	}

}
