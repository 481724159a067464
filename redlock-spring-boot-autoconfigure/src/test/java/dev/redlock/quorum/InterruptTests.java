package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.AcquireOutcome;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(20)
class InterruptTests {

	private static final LockRequest REQUEST = Cluster.ONE_ATTEMPT.withWaitTime(Duration.ofMinutes(1));

	@Test
	void aThreadThatIsInterruptedBeforeSendsNothing() {
		Cluster cluster = new Cluster(5);
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> cluster.redlock().acquire(REQUEST));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> cluster.redlock().execute(REQUEST, (lease) -> true));
		assertThat(Thread.interrupted()).isFalse();
		assertThat(cluster.nodes()).allSatisfy((node) -> assertThat(node.received()).isEmpty());
	}

	@Test
	void anInterruptWhileNodesAreSilentLeavesNothingBehind() throws InterruptedException {
		Cluster cluster = new Cluster(5);
		cluster.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
		Waiter waiter = new Waiter(cluster);
		waiter.interrupt();
		assertThat(waiter.failure()).isInstanceOf(InterruptedException.class);
		assertThat(cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Release.class)).hasSize(1));
		assertThat(cluster.events().acquireOutcomes()).containsExactly(AcquireOutcome.INTERRUPTED);
		cluster.assertNothingLeft(Cluster.KEY);
		assertThat(cluster.server(0).applied()).hasSize(2);
	}

	@Test
	void anInterruptAfterSomeGrantsLeavesNothingBehind() throws InterruptedException {
		Cluster cluster = new Cluster(5);
		cluster.nodes(2, 5).forEach((node) -> node.become(Behaviour.PAUSED));
		Waiter waiter = new Waiter(cluster);
		assertThat(cluster.values(Cluster.KEY)).hasSize(2);
		waiter.interrupt();
		assertThat(waiter.failure()).isInstanceOf(InterruptedException.class);
		assertThat(cluster.values(Cluster.KEY)).isEmpty();
		cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void anInterruptDuringAPauseEndsTheAttempts() throws InterruptedException {
		Cluster cluster = new Cluster(5);
		cluster.holdByAnother(0, 5);
		Waiter waiter = new Waiter(cluster);
		waiter.interrupt();
		assertThat(waiter.failure()).isInstanceOf(InterruptedException.class);
		cluster.time().advance(Duration.ofMinutes(2));
		assertThat(cluster.node(0).received(Acquire.class)).hasSize(1);
		assertThat(cluster.time().waitingTasks()).isZero();
	}

	@Test
	void anInterruptThatMeetsTheGrantIsThrownAfterItWasReleased() throws InterruptedException {
		AtomicReference<Waiter> waiter = new AtomicReference<>();
		// The lock is granted, but the waiting thread does not know it yet.
		RedlockListener interrupter = new RedlockListener() {

			@Override
			public void onAcquire(AcquireEvent event) {
				waiter.get().interrupt();
				waiter.get().awaitState(Set.of(Thread.State.WAITING, Thread.State.TERMINATED));
			}

		};
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, interrupter);
		cluster.nodes().forEach((node) -> node.answersAfter(Duration.ZERO, Duration.ofMillis(10)));
		waiter.set(new Waiter(cluster));
		cluster.time().advance(Duration.ofMillis(10));
		assertThat(waiter.get().failure()).isInstanceOf(InterruptedException.class);
		assertThat(waiter.get().left).isEmpty();
		cluster.time().advance(Duration.ofMillis(10));
		assertThat(cluster.time().waitingTasks()).isZero();
	}

	@Test
	void anInterruptWhileARetryIsSentIsThrownAfterItWasWithdrawn() throws InterruptedException {
		Cluster cluster = new Cluster(5);
		Lease held = cluster.anotherClient().acquire();
		Waiter waiter = new Waiter(cluster);
		held.release();
		cluster.node(3).beforeNext(() -> {
			waiter.interrupt();
			waiter.awaitState(Set.of(Thread.State.WAITING, Thread.State.TERMINATED));
		});
		cluster.time().advance(Duration.ofSeconds(1));
		assertThat(waiter.failure()).isInstanceOf(InterruptedException.class);
		assertThat(waiter.left).isEmpty();
	}

	@Test
	void aThreadThatIsInterruptedWhenItHasTheLockKeepsItAndItsFlag() throws InterruptedException {
		RedlockListener interrupter = new RedlockListener() {

			@Override
			public void onAcquire(AcquireEvent event) {
				Thread.currentThread().interrupt();
			}

		};
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, interrupter);
		Lease lease = cluster.redlock().acquire(REQUEST);
		assertThat(Thread.interrupted()).isTrue();
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
	}

	@Test
	void aWaitingThreadGetsTheLeaseThatAnotherThreadBrings() throws InterruptedException {
		Cluster cluster = new Cluster(5);
		cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(10), Duration.ZERO));
		Waiter waiter = new Waiter(cluster);
		cluster.time().advance(Duration.ofMillis(10));
		assertThat(waiter.failure()).isNull();
		assertThat(cluster.values(Cluster.KEY)).hasSize(5);
	}

	/**
	 * A thread that waits for the lock.
	 */
	private static final class Waiter {

		private final FutureTask<Lease> task;

		private final Thread thread;

		private volatile List<String> left = List.of();

		Waiter(Cluster cluster) {
			this.task = new FutureTask<>(() -> {
				try {
					return cluster.redlock().acquire(REQUEST);
				}
				finally {
					this.left = cluster.values(Cluster.KEY);
				}
			});
			this.thread = new Thread(this.task, "waiter");
			this.thread.setDaemon(true);
			this.thread.start();
			Awaitility.await()
				.pollInterval(1, TimeUnit.MILLISECONDS)
				.until(() -> cluster.nodes().stream().noneMatch((node) -> node.received().isEmpty()));
			awaitState(Set.of(Thread.State.TIMED_WAITING));
		}

		void awaitState(Set<Thread.State> states) {
			Awaitility.await()
				.pollInterval(1, TimeUnit.MILLISECONDS)
				.until(() -> states.contains(this.thread.getState()));
		}

		void interrupt() {
			this.thread.interrupt();
		}

		@Nullable Throwable failure() throws InterruptedException {
			try {
				this.task.get();
				return null;
			}
			catch (ExecutionException ex) {
				return ex.getCause();
			}
		}

	}

}
