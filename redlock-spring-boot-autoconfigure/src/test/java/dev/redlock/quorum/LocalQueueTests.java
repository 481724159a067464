package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The callers of one process that want the same lock.
 */
class LocalQueueTests {

	private static final LockRequest PATIENT = Cluster.PATIENT.withWaitTime(Duration.ofMinutes(1));

	private final Cluster cluster = new Cluster(5);

	@Test
	void theyGetItInTheOrderOfTheirCalls() {
		Lease first = this.cluster.acquire();
		List<CompletableFuture<Lease>> waiters = waiters(40);
		first.release();
		for (int i = 0; i < waiters.size(); i++) {
			assertThat(waiters.get(i)).isCompleted();
			assertThat(waiters.subList(i + 1, waiters.size())).noneMatch(CompletableFuture::isDone);
			waiters.get(i).join().release();
			this.cluster.time().advance(Duration.ZERO);
		}
	}

	@Test
	void eachAsksTheNodesOnlyOnce() {
		Lease first = this.cluster.acquire();
		List<CompletableFuture<Lease>> waiters = waiters(50);
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(this.cluster.node(0).received()).hasSize(1);
		first.release();
		waiters.forEach((waiter) -> this.cluster.time().passUntilDone(waiter).join().release());
		assertThat(this.cluster.nodes()).allSatisfy((node) -> {
			assertThat(node.received(Acquire.class)).hasSize(51);
			assertThat(node.received(Release.class)).hasSize(51);
		});
		assertThat(this.cluster.time().elapsed()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void onlyTheFirstOfThemAsksWhileAnotherProcessHasIt() {
		this.cluster.holdByAnother(0, 5);
		waiters(50);
		this.cluster.time().advance(Duration.ofSeconds(10));
		// One, one when the watch began, and then one pause of 20 ms or more before each.
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSizeBetween(50, 502);
		assertThat(this.cluster.server(0).watchers().count(Cluster.KEY)).isOne();
	}

	@Test
	void theOthersGetItAfterTheFirstGotItFromAnotherProcess() {
		Lease foreign = this.cluster.anotherClient().acquire();
		List<CompletableFuture<Lease>> waiters = waiters(5);
		foreign.release();
		waiters.forEach((waiter) -> this.cluster.time().passUntilDone(waiter).join().release());
		assertThat(this.cluster.time().elapsed()).isZero();
	}

	@Test
	void oneAttemptWaitsForNobodyWhileOthersQueue() {
		this.cluster.acquire();
		waiters(3);
		assertThat(this.cluster.failure(Cluster.ONE_ATTEMPT)).isInstanceOf(LockHeldException.class);
		assertThat(this.cluster.time().elapsed()).isZero();
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(2);
	}

	@Test
	void oneAttemptGetsAFreeLockThoughOthersPauseBetweenTheirAttempts() {
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> waiter = waiters(1).get(0);
		this.cluster.time().advance(Duration.ofMillis(1));
		deleteTheKey();
		Lease lease = this.cluster.acquire();
		assertThat(waiter).isNotDone();
		lease.release();
		this.cluster.time().advance(Duration.ZERO);
		assertThat(waiter).isCompleted();
	}

	private void deleteTheKey() {
		this.cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
	}

	@Test
	void thoseWhoWaitQueueUpBehindALeaseOfOneAttempt() {
		Lease lease = this.cluster.acquire(Cluster.ONE_ATTEMPT);
		CompletableFuture<Lease> waiter = waiters(1).get(0);
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(1);
		lease.release();
		assertThat(waiter).isCompleted();
	}

	@Test
	void anAttemptThatFailsLetsThoseBehindItAsk() {
		this.cluster.holdByAnother(0, 5);
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		CompletableFuture<Lease> attempt = this.cluster.start(Cluster.ONE_ATTEMPT);
		CompletableFuture<Lease> waiter = waiters(1).get(0);
		this.cluster.time().advance(Duration.ofMillis(6));
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(1);
		deleteTheKey();
		this.cluster.time().advance(Duration.ofMillis(14));
		assertThat(attempt).isCompletedExceptionally();
		assertThat(waiter).isCompleted();
	}

	@Test
	void thoseWhoWantSeveralLocksQueueUpForNone() {
		Lease first = this.cluster.acquire();
		waiters(1);
		LockRequest both = LockRequest.of(Cluster.KEY, "another").withTtl(Cluster.TTL);
		CompletableFuture<Lease> several = this.cluster.start(both);
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(2);
		assertThat(this.cluster.acquire(LockRequest.of("another")).isValid()).isTrue();
		assertThat(several).isNotDone();
		assertThat(first.isValid()).isTrue();
	}

	@Test
	void thoseWhoWantSeveralLocksAreLetInByALineThatDoesNotEnd() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		List<CompletableFuture<Lease>> line = waiters(300);
		line.forEach((waiter) -> waiter.thenAccept(Lease::releaseAsync));
		LockRequest both = PATIENT.withResources(List.of(Cluster.KEY, "another"));
		for (int i = 0; i < 4; i++) {
			this.cluster.time().passUntilDone(this.cluster.start(both)).join().releaseAsync();
			assertThat(line.get(299)).isNotDone();
			this.cluster.time().advance(Duration.ofMillis(50));
		}
	}

	@Test
	void thoseWhoWantAnotherLockDoNotWait() {
		this.cluster.acquire();
		waiters(5);
		assertThat(this.cluster.start(LockRequest.of("another").withWaitTime(Duration.ofSeconds(1)))).isCompleted();
	}

	@Test
	void theyCanLockAgainAfterAllOfThemHaveReleased() {
		for (int i = 0; i < 3; i++) {
			Lease lease = this.cluster.acquire(PATIENT);
			List<CompletableFuture<Lease>> waiters = waiters(3);
			lease.release();
			waiters.forEach((waiter) -> this.cluster.time().passUntilDone(waiter).join().release());
		}
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void oneThatIsStartedWhenItIsReleasedGetsItsTurnToo() {
		List<Lease> leases = new ArrayList<>();
		Lease first = this.cluster.acquire();
		this.cluster.start(PATIENT).thenAccept((lease) -> {
			leases.add(lease);
			lease.releaseAsync();
			this.cluster.start(PATIENT).thenAccept(leases::add);
		});
		first.release();
		this.cluster.time().advance(Duration.ZERO);
		assertThat(leases).hasSize(2);
		assertThat(leases.get(1).isValid()).isTrue();
	}

	private List<CompletableFuture<Lease>> waiters(int count) {
		return Stream.generate(() -> this.cluster.start(PATIENT)).limit(count).toList();
	}

}
