package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.Lease;
import dev.redlock.LossReason;
import dev.redlock.RedlockClosedException;
import dev.redlock.RedlockListener;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CloseTests extends AbstractCloseTests {

	@Test
	void leasesThatAreHeldAreLostAndReleased() {
		Lease lease = this.cluster.acquire();
		this.cluster.redlock().close();
		assertThat(lease.isValid()).isFalse();
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.CLOSED);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.time().waitingTasks()).isZero();
	}

	@Test
	void acquiresThatWaitEndAndLeaveNothingBehind() {
		this.cluster.holdByAnother(2, 5);
		this.cluster.node(0).become(Behaviour.PAUSED);
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		this.cluster.redlock().close();
		assertThat(future).isCompletedExceptionally();
		assertThat(future.handle((lease, ex) -> ex).join()).isInstanceOf(RedlockClosedException.class);
		this.cluster.assertNothingLeft(Cluster.KEY);
		assertThat(this.cluster.time().waitingTasks()).isZero();
	}

	@Test
	void nobodyInLineIsAskedForAnyMoreWhileTheOthersEnd() {
		AtomicReference<VirtualTime> time = new AtomicReference<>();
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, new RedlockListener() {

			@Override
			public void onAcquire(AcquireEvent event) {
				// As the timer would, beside who closes.
				time.get().advance(Duration.ZERO);
			}

		});
		time.set(cluster.time());
		cluster.holdByAnother(0, 5);
		for (int i = 0; i < 20; i++) {
			cluster.start(Cluster.PATIENT);
		}
		cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		int asked = cluster.node(0).received(Acquire.class).size();
		cluster.redlock().close();
		assertThat(cluster.node(0).received(Acquire.class)).hasSize(asked);
		cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void anAcquireUnderWayEndsAndLeavesNothingBehind() {
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.ONE_ATTEMPT);
		this.cluster.redlock().close();
		assertThat(future.handle((lease, ex) -> ex).join()).isInstanceOf(RedlockClosedException.class);
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	@Timeout(LESS_THAN_THE_LONGEST_CLOSE)
	void anAcquireThatIsGrantedMeanwhileEndsToo() {
		Cluster cluster = closedByWhoHearsOfALease();
		assertThat(cluster.start(Cluster.PATIENT).handle((lease, ex) -> ex).join())
			.isInstanceOf(RedlockClosedException.class);
		assertThat(cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	@Timeout(LESS_THAN_THE_LONGEST_CLOSE)
	void whoHearsOfAReleaseMayCloseEverything() {
		AtomicReference<QuorumRedlock> closing = new AtomicReference<>();
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, new RedlockListener() {

			@Override
			public void onRound(RoundEvent event) {
				if (event.operation() == Operation.RELEASE) {
					closing.get().close();
				}
			}

		});
		closing.set(cluster.redlock());
		assertThat(cluster.acquire().release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void whatIsGrantedMeanwhileIsReleasedWhenItReturns() throws InterruptedException {
		Obstacle granting = new Obstacle();
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, new RedlockListener() {

			@Override
			public @Nullable LeaseEnd onHold(HoldEvent event) {
				granting.stop();
				return null;
			}

		});
		CompletableFuture<Void> acquire = CompletableFuture.runAsync(() -> cluster.start(Cluster.PATIENT));
		granting.awaitArrival();
		assertNothingIsLeftWhenItReturns(cluster, granting);
		acquire.join();
	}

	@Test
	void whatIsBeingSentIsReleasedWhenItReturns() throws InterruptedException {
		Obstacle sending = new Obstacle();
		this.cluster.node(4).beforeNext(sending::stop);
		CompletableFuture<Void> acquire = CompletableFuture.runAsync(() -> this.cluster.start(Cluster.PATIENT));
		sending.awaitArrival();
		assertNothingIsLeftWhenItReturns(this.cluster, sending);
		acquire.join();
	}

	@Test
	void whatWasCancelledWhileItWasBeingSentIsReleasedWhenItReturns() throws InterruptedException {
		Obstacle sending = new Obstacle();
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		this.cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		this.cluster.node(4).beforeNext(sending::stop);
		CompletableFuture<Void> timer = CompletableFuture
			.runAsync(() -> this.cluster.time().advance(Duration.ofSeconds(1)));
		sending.awaitArrival();
		future.cancel(true);
		assertNothingIsLeftWhenItReturns(this.cluster, sending);
		timer.join();
	}

	@Test
	void nothingCanBeAcquiredAfterIt() {
		this.cluster.redlock().close();
		assertThatExceptionOfType(RedlockClosedException.class)
			.isThrownBy(() -> this.cluster.redlock().acquire(Cluster.ONE_ATTEMPT))
			.withMessage("order:42: no lock was acquired, because the application is shutting down or paused. "
					+ "Let tasks that need locks finish before that");
		assertThat(this.cluster.start(Cluster.PATIENT).handle((lease, ex) -> ex).join())
			.isInstanceOf(RedlockClosedException.class);
		assertThatExceptionOfType(RedlockClosedException.class)
			.isThrownBy(() -> this.cluster.redlock().adopt(Cluster.KEY, "token", Cluster.TTL));
		assertThat(this.cluster.node(0).received(Acquire.class)).isEmpty();
	}

	@Test
	void closingTwiceIsHarmless() {
		this.cluster.acquire();
		this.cluster.redlock().close();
		this.cluster.redlock().close();
		assertThat(this.cluster.events().losses()).hasSize(1);
	}

	@Test
	void afterReopeningLocksCanBeAcquiredAgain() {
		this.cluster.redlock().close();
		this.cluster.redlock().reopen();
		assertThat(this.cluster.acquire().isValid()).isTrue();
	}

}
