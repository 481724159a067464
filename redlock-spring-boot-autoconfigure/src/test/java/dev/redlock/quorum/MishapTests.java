package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.AcquireOutcome;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * An error in the middle of our own work, such as for want of memory, or of a node that
 * an application has decorated, costs one call: nobody waits for ever, and nothing stays
 * behind.
 */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class MishapTests {

	private static final LockRequest VERY_PATIENT = Cluster.ONE_ATTEMPT.withWaitTime(Cluster.TTL.multipliedBy(2));

	private final Cluster cluster = new Cluster(5);

	private final FailingClock clock = new FailingClock(this.cluster.time());

	private final List<FaultyDecorator> decorators = this.cluster.nodes().stream().map(FaultyDecorator::new).toList();

	@Test
	void aReleaseThatCannotBeSentHasAnOutcomeAndTheNextGetsTheLockAfterItsTtl() {
		QuorumRedlock redlock = redlock(this.clock);
		Lease lease = redlock.acquireAsync(Cluster.ONE_ATTEMPT).join();
		CompletableFuture<Lease> next = redlock.acquireAsync(VERY_PATIENT);
		this.clock.failIn(Tenure.class, "owedNanos");
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.UNCONFIRMED);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.UNCONFIRMED);
		this.clock.recover();
		assertThat(redlock.heldLeases()).isEmpty();
		this.cluster.time().advance(Cluster.TTL.plusSeconds(1));
		assertThat(next).isCompleted();
	}

	@Test
	void aReleaseThatCannotBeSentAtFirstIsSentWithoutWaitingForItsOutcome() {
		QuorumRedlock redlock = redlock(this.clock);
		Lease lease = redlock.acquireAsync(Cluster.ONE_ATTEMPT).join();
		this.clock.failOnceIn(Round.class, "send");
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.UNCONFIRMED);
		assertThat(redlock.heldLeases()).isEmpty();
		this.cluster.assertNothingLeft(Cluster.KEY);
		assertThat(redlock.acquireAsync(Cluster.ONE_ATTEMPT)).isCompleted();
	}

	@Test
	void whoCannotBeToldARefusalIsToldOfTheError() {
		QuorumRedlock redlock = redlock(this.clock);
		this.cluster.holdByAnother(0, 5);
		this.clock.failOnceIn(AcquireResult.class, "refused");
		assertThat(redlock.acquireAsync(Cluster.ONE_ATTEMPT)).isCompletedExceptionally();
	}

	@Test
	void theHolderLearnsOfALossAlthoughANodeCannotBeLeftUnwatched() {
		QuorumRedlock redlock = decorated();
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> waiting = redlock.acquireAsync(Cluster.PATIENT);
		this.cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		Lease lease = this.cluster.time().passUntilDone(waiting).join();
		this.decorators.forEach(FaultyDecorator::becomeFaulty);
		this.cluster.time().advance(Cluster.TTL);
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
		assertThat(this.cluster.events().losses()).hasSize(1);
	}

	@Test
	void nobodyHasALeaseThatTheCallerWasNotGiven() {
		QuorumRedlock redlock = redlock(this.clock);
		this.clock.failIn(AcquireResult.class, "waited");
		assertThat(redlock.acquireAsync(Cluster.ONE_ATTEMPT)).isCompletedExceptionally();
		this.clock.recover();
		assertThat(redlock.heldLeases()).isEmpty();
		this.cluster.assertNothingLeft(Cluster.KEY);
		this.cluster.time().advance(Cluster.TTL);
		assertThat(this.cluster.events().losses()).isEmpty();
	}

	@Test
	void whoeverCannotBeToldTheVerdictLeavesNothingAndLetsTheNextIn() {
		QuorumRedlock redlock = redlock(this.clock);
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		CompletableFuture<Lease> first = redlock.acquireAsync(Cluster.PATIENT);
		CompletableFuture<Lease> next = redlock.acquireAsync(Cluster.PATIENT);
		this.clock.failIn(Attempt.class, "decide");
		this.cluster.time().advance(Duration.ofMillis(2));
		assertThat(first).isCompletedExceptionally();
		assertThat(this.cluster.events().acquireOutcomes()).containsExactly(AcquireOutcome.UNAVAILABLE);
		this.clock.recover();
		this.cluster.time().advance(Duration.ofMillis(20));
		assertThat(next).isCompleted();
		next.join().releaseAsync();
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void whoeverCannotBeToldTheVerdictOnHisFencingTokenLeavesNothing() {
		QuorumRedlock redlock = redlock(this.clock);
		this.clock.failIn(Attempt.class, "fenced");
		assertThat(redlock.acquireAsync(Cluster.ONE_ATTEMPT.withFencing())).isCompletedExceptionally();
		this.clock.recover();
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void whoCannotWaitForTheNodesLeavesNothing() {
		QuorumRedlock redlock = decorated();
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		this.decorators.forEach(FaultyDecorator::becomeFaulty);
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> redlock.acquire(Cluster.PATIENT));
		assertThat(this.cluster.events().acquireOutcomes()).hasSize(1);
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void whoCannotWaitForAReleaseHearsOfItAllTheSame() throws Exception {
		QuorumRedlock redlock = decorated();
		Lease lease = redlock.acquireAsync(Cluster.ONE_ATTEMPT).join();
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		this.decorators.forEach(FaultyDecorator::becomeFaulty);
		CompletableFuture<ReleaseOutcome> outcome = CompletableFuture.supplyAsync(lease::release);
		await().until(() -> !this.cluster.node(4).received(Release.class).isEmpty());
		this.cluster.time().advance(Duration.ofMillis(2));
		assertThat(outcome.get()).isEqualTo(ReleaseOutcome.RELEASED);
	}

	@Test
	void whoGetsALeaseThatCanNeitherBeToldNorReleasedIsToldOfTheError() {
		QuorumRedlock redlock = redlock(this.clock);
		this.clock.failIn(AcquireResult.class, "granted");
		assertThat(redlock.acquireAsync(Cluster.ONE_ATTEMPT)).isCompletedExceptionally();
	}

	@Test
	void aLeaseIsGivenOnceByAnExecutorThatFailsAfterItHasRunATask() {
		AtomicBoolean failing = new AtomicBoolean(true);
		Cluster cluster = new Cluster(5, Cluster.defaults(), (task) -> {
			task.run();
			if (failing.getAndSet(false)) {
				throw new OutOfMemoryError("scripted to throw");
			}
		});
		Lease lease = cluster.start(Cluster.ONE_ATTEMPT).join();
		cluster.time().advance(Duration.ofSeconds(2));
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
	}

	@Test
	void anExecutorThatFailsKeepsNobodyWaitingForEver() {
		Cluster cluster = new Cluster(5, Cluster.defaults(), (task) -> {
			throw new IllegalStateException("scripted to throw");
		});
		CompletableFuture<Lease> acquire = cluster.start(Cluster.ONE_ATTEMPT);
		assertThat(acquire).isCompleted();
		assertThat(acquire.join().releaseAsync().toCompletableFuture()).isCompletedWithValue(ReleaseOutcome.RELEASED);
		Lease lost = cluster.acquire();
		cluster.time().jump(Cluster.TTL);
		assertThat(lost.isValid()).isFalse();
		assertThat(lost.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
		lost.close();
	}

	@Test
	void anAcquireWhoseEndCannotBeTimedLeavesNothing() {
		FailingTimer timer = new FailingTimer(this.cluster.time());
		QuorumRedlock redlock = new QuorumRedlock(this.cluster.nodes(), Cluster.defaults(), this.cluster.time(), timer,
				Runnable::run, List.of());
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		timer.failAfter(0);
		assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(() -> redlock.acquireAsync(Cluster.PATIENT));
		this.cluster.assertNothingLeft(Cluster.KEY);
		assertThat(redlock.acquireAsync(Cluster.ONE_ATTEMPT)).isCompleted();
	}

	@Test
	void anAcquireThatCannotPauseEndsAtOnce() {
		FailingTimer timer = new FailingTimer(this.cluster.time());
		QuorumRedlock redlock = new QuorumRedlock(this.cluster.nodes(), Cluster.defaults(), this.cluster.time(), timer,
				Runnable::run, List.of());
		this.cluster.holdByAnother(0, 5);
		timer.failAfter(0);
		assertThat(redlock.acquireAsync(Cluster.PATIENT)).isCompletedExceptionally();
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void whoInspectsOrAdoptsALockIsToldOfTheErrorInsteadOfWaitingForEver() {
		QuorumRedlock redlock = decorated();
		Lease lease = this.cluster.acquire();
		this.decorators.get(0).becomeNameless();
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> redlock.inspect(Cluster.KEY))
			.withMessageContaining("scripted to throw");
		QuorumRedlock adopting = redlock(this.clock);
		this.clock.failIn(Adoption.class, "decide");
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> adopting.adopt(Cluster.KEY, lease.token(), Cluster.TTL))
			.withMessageContaining("scripted to throw");
	}

	@Test
	void theEndOfTheApplicationWaitsForAReleaseThatIsBeingSent() {
		Lease lease = this.cluster.acquire();
		OpenLocks open = ((QuorumLease) lease).holding().engine().open();
		AtomicReference<CompletableFuture<Void>> closing = new AtomicReference<>();
		AtomicBoolean closedTooSoon = new AtomicBoolean();
		this.cluster.node(0).beforeNext(() -> {
			closing.set(open.close());
			closedTooSoon.set(closing.get().isDone());
		});
		lease.release();
		assertThat(closedTooSoon).isFalse();
		assertThat(closing.get()).isCompleted();
		assertThat(this.cluster.node(4).received(Release.class)).hasSize(1);
	}

	@Test
	void aCancelThatIsPromisedDuringARefusalIsKept() {
		AtomicReference<CompletableFuture<Lease>> future = new AtomicReference<>();
		AtomicBoolean promised = new AtomicBoolean();
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, new CancelOnAcquire(future, promised));
		cluster.holdByAnother(0, 5);
		cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		future.set(cluster.start(Cluster.ONE_ATTEMPT));
		cluster.time().advance(Duration.ofMillis(2));
		assertThat(promised).isTrue();
		assertThat(future.get()).isCancelled();
	}

	private QuorumRedlock redlock(MonotonicClock clock) {
		return new QuorumRedlock(this.cluster.nodes(), Cluster.defaults(), clock, this.cluster.time(), Runnable::run,
				List.of(this.cluster.events()));
	}

	private QuorumRedlock decorated() {
		return new QuorumRedlock(this.decorators, Cluster.defaults(), this.cluster.time(), this.cluster.time(),
				Runnable::run, List.of(this.cluster.events()));
	}

	/**
	 * Cancels an acquire when its outcome is told, just before its future ends.
	 *
	 * @param future the future, once it is there
	 * @param promised whether it said that it was cancelled
	 */
	private record CancelOnAcquire(AtomicReference<CompletableFuture<Lease>> future,
			AtomicBoolean promised) implements RedlockListener {

		@Override
		public void onAcquire(AcquireEvent event) {
			this.promised.set(this.future.get().cancel(true));
		}

	}

}
