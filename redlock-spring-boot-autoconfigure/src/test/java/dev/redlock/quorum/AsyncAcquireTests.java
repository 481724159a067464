package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.RedlockListener.AcquireOutcome;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AsyncAcquireTests {

	private static final Duration SLOW = Duration.ofMillis(20);

	private final Cluster cluster = new Cluster(5);

	@Test
	void cancelGivesUpAndCleansUp() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(SLOW, SLOW));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofMillis(30));
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
		assertThat(future.cancel(true)).isTrue();
		assertThat(future).isCancelled();
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Release.class)).hasSize(1));
		this.cluster.time().advance(SLOW);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		this.cluster.time().advance(Duration.ofSeconds(5));
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(1);
		assertThat(this.cluster.events().acquireOutcomes()).containsExactly(AcquireOutcome.INTERRUPTED);
		assertThat(this.cluster.time().waitingTasks()).isZero();
	}

	@Test
	void cancelBeforeAnythingArrivedSendsNoAcquireAtAll() {
		this.cluster.nodes().forEach((node) -> node.writesAfter(SLOW));
		this.cluster.start(Cluster.PATIENT).cancel(false);
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.server(0).applied()).hasOnlyElementsOfType(Release.class);
	}

	@Test
	void cancelDuringAPauseEndsTheAttempts() {
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		future.cancel(true);
		this.cluster.time().advance(Duration.ofSeconds(5));
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(1);
		assertThat(this.cluster.events().acquireOutcomes()).containsExactly(AcquireOutcome.INTERRUPTED);
	}

	@Test
	void whoHearsOfACancelCanHaveTheLock() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(SLOW, SLOW));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		CompletableFuture<Lease> next = future.handle((lease, ex) -> this.cluster.start(Cluster.ONE_ATTEMPT))
			.thenCompose((lease) -> lease);
		assertThat(future.cancel(true)).isTrue();
		assertThat(future).isCancelled();
		assertThat(this.cluster.time().passUntilDone(next).join().isValid()).isTrue();
	}

	@Test
	void soCanWhoHearsOfACancelOfALeaseOnItsWay() {
		Deque<Runnable> callbacks = new ArrayDeque<>();
		Cluster cluster = new Cluster(5, Cluster.defaults(), callbacks::add);
		CompletableFuture<Lease> future = cluster.start(Cluster.PATIENT);
		AtomicReference<List<String>> left = new AtomicReference<>();
		future.whenComplete((lease, ex) -> left.set(cluster.values(Cluster.KEY)));
		assertThat(cluster.values(Cluster.KEY)).hasSize(5);
		assertThat(future.cancel(true)).isTrue();
		assertThat(future).isCancelled();
		assertThat(left.get()).isEmpty();
	}

	@Test
	void soCanWhoHearsOfACancelWhileARetryIsSent() {
		CompletableFuture<Lease> future = retryAfter(this.cluster.anotherClient().acquire());
		AtomicReference<List<String>> left = new AtomicReference<>();
		future.whenComplete((lease, ex) -> left.set(this.cluster.values(Cluster.KEY)));
		this.cluster.node(3).beforeNext(() -> future.cancel(true));
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(future).isCancelled();
		assertThat(left.get()).isEmpty();
		assertThat(this.cluster.events().acquireOutcomes()).containsExactly(AcquireOutcome.INTERRUPTED);
	}

	@Test
	void soCanWhoHearsOfTheEndOfTheWaitTimeWhileARetryIsSent() {
		CompletableFuture<Lease> future = retryAfter(this.cluster.anotherClient().acquire());
		AtomicReference<List<String>> left = new AtomicReference<>();
		future.whenComplete((lease, ex) -> left.set(this.cluster.values(Cluster.KEY)));
		this.cluster.node(3).beforeNext(() -> this.cluster.time().advance(Duration.ofSeconds(3)));
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(future).isCompletedExceptionally();
		assertThat(left.get()).isEmpty();
	}

	@Test
	void cancelAfterTheGrantChangesNothing() {
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		assertThat(future.cancel(true)).isFalse();
		assertThat(future.join().isValid()).isTrue();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
	}

	@Test
	void aLeaseOnItsWayToACancelledFutureIsReleased() {
		Deque<Runnable> callbacks = new ArrayDeque<>();
		Cluster cluster = new Cluster(5, Cluster.defaults(), callbacks::add);
		CompletableFuture<Lease> future = cluster.start(Cluster.PATIENT);
		assertThat(cluster.values(Cluster.KEY)).hasSize(5);
		assertThat(future).isNotDone();
		assertThat(future.cancel(true)).isTrue();
		callbacks.remove().run();
		assertThat(cluster.values(Cluster.KEY)).isEmpty();
		assertThat(cluster.events().releases()).hasSize(1);
	}

	@Test
	void aLeaseThatComesAfterTheFutureWasCompletedOtherwiseIsReleased() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(SLOW, SLOW));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		future.completeExceptionally(new IllegalStateException("of the application"));
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.events().releases()).hasSize(1);
	}

	@Test
	void aLeaseThatComesAfterOrTimeoutIsReleased() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(SLOW, SLOW));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT).orTimeout(1, TimeUnit.MILLISECONDS);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(future::get)
			.withCauseInstanceOf(TimeoutException.class);
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(1);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aFailureComesUnwrapped() {
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> future = this.cluster.start(Cluster.ONE_ATTEMPT);
		AtomicReference<Throwable> seen = new AtomicReference<>();
		future.whenComplete((lease, ex) -> seen.set(ex));
		assertThat(seen.get()).isInstanceOf(LockHeldException.class);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(future::get)
			.withCauseInstanceOf(LockHeldException.class);
	}

	@Test
	void nobodyIsBlockedWhileAnAcquireWaits() {
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		assertThat(future).isNotDone();
		assertThat(this.cluster.time().elapsed()).isZero();
		this.cluster.time().advance(Duration.ofSeconds(3));
		assertThat(future).isCompletedExceptionally();
	}

	@Test
	void dependentsRunWhereTheApplicationRunsItsCallbacks() {
		AtomicBoolean inCallback = new AtomicBoolean();
		Cluster cluster = new Cluster(5, Cluster.defaults(), (task) -> {
			inCallback.set(true);
			task.run();
			inCallback.set(false);
		});
		cluster.nodes().forEach((node) -> node.answersAfter(SLOW, SLOW));
		AtomicBoolean acquiredInCallback = new AtomicBoolean();
		AtomicBoolean releasedInCallback = new AtomicBoolean();
		CompletableFuture<Lease> future = cluster.start(Cluster.PATIENT);
		future.thenAccept((lease) -> acquiredInCallback.set(inCallback.get()));
		cluster.time().advance(Duration.ofMillis(40));
		assertThat(acquiredInCallback).isTrue();
		future.join().releaseAsync().thenAccept((outcome) -> releasedInCallback.set(inCallback.get()));
		cluster.time().advance(Duration.ofMillis(40));
		assertThat(releasedInCallback).isTrue();
	}

	@Test
	void aTimerThatWasShutDownFailsTheAcquireAndLeavesNothingBehind() {
		Cluster cluster = new Cluster(5);
		QuorumRedlock redlock = new QuorumRedlock(cluster.nodes(), Cluster.defaults(), cluster.time(),
				(delay, task) -> {
					throw new RejectedExecutionException("shut down");
				}, Runnable::run, List.of());
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> redlock.acquire(Cluster.ONE_ATTEMPT))
			.withCauseInstanceOf(RejectedExecutionException.class);
		cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void anExecutorThatWasShutDownDoesNotKeepTheFutureFromCompleting() {
		Cluster cluster = new Cluster(5, Cluster.defaults(), (task) -> {
			throw new RejectedExecutionException("shut down");
		});
		assertThat(cluster.start(Cluster.ONE_ATTEMPT)).isCompleted();
	}

	@Test
	void aWaitTimeMayBeForEver() {
		Cluster cluster = new Cluster(5);
		assertThat(cluster.start(Cluster.ONE_ATTEMPT.withWaitTime(Duration.ofSeconds(Long.MAX_VALUE)))).isCompleted();
	}

	private CompletableFuture<Lease> retryAfter(Lease held) {
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		held.release();
		assertThat(future).isNotDone();
		return future;
	}

}
