package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import dev.redlock.Lease;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.LossEvent;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;

class S8LossTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void aLeaseIsLostWhenItsValidityRunsOut() {
		Lease lease = this.cluster.acquire();
		CompletableFuture<LossReason> lost = lease.lost().toCompletableFuture();
		this.cluster.time().advance(Cluster.FULL_VALIDITY.minusNanos(1));
		assertThat(lease.isValid()).isTrue();
		assertThat(lost).isNotDone();
		this.cluster.time().advance(Duration.ofNanos(1));
		assertThat(lease.isValid()).isFalse();
		assertThat(lost).isCompletedWithValue(LossReason.EXPIRED);
		assertThat(lease.remainingValidity()).isZero();
	}

	@Test
	void theHolderIsToldBeforeAnybodyElseCanGetTheLock() {
		Lease lease = this.cluster.acquire();
		this.cluster.time().passUntilDone(lease.lost().toCompletableFuture());
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(lease.token());
	}

	@Test
	void aLossIsToldOnce() {
		Lease lease = this.cluster.acquire(Cluster.ONE_ATTEMPT.withName("orders"));
		this.cluster.time().advance(Cluster.TTL.multipliedBy(2));
		lease.isValid();
		lease.extend(Cluster.TTL);
		lease.release();
		assertThat(this.cluster.events().losses()).containsExactly(
				new LossEvent(Cluster.ONE_ATTEMPT.withName("orders"), LossReason.EXPIRED, Cluster.FULL_VALIDITY));
	}

	@Test
	@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
	void whoeverIsToldOfALossThatAReleaseNoticesMayReleaseTheLeaseAsWell() {
		AtomicReference<Lease> held = new AtomicReference<>();
		List<ReleaseOutcome> outcomes = new ArrayList<>();
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, new RedlockListener() {

			@Override
			public void onLoss(LossEvent event) {
				outcomes.add(held.get().release());
			}

		});
		held.set(cluster.acquire());
		cluster.time().jump(Cluster.TTL);
		assertThat(held.get().release()).isEqualTo(ReleaseOutcome.EXPIRED);
		assertThat(outcomes).containsExactly(ReleaseOutcome.EXPIRED);
	}

	@Test
	void aReleasedLeaseIsNotLost() {
		Lease lease = this.cluster.acquire();
		lease.release();
		this.cluster.time().advance(Cluster.TTL.multipliedBy(2));
		assertThat(lease.isValid()).isFalse();
		assertThat(lease.remainingValidity()).isZero();
		assertThat(lease.lost().toCompletableFuture()).isNotDone();
		assertThat(this.cluster.events().losses()).isEmpty();
	}

	@Test
	void aReleasedLeaseLeavesNoTimerBehind() {
		this.cluster.acquire().release();
		assertThat(this.cluster.time().waitingTasks()).isZero();
	}

	@Test
	void aLeaseThatAQuorumDeniesIsLost() {
		Lease lease = this.cluster.acquire();
		for (int i = 0; i < 3; i++) {
			this.cluster.server(i).forgetAll();
		}
		lease.extend(Cluster.TTL);
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.TAKEN);
		assertThat(this.cluster.events().losses()).hasSize(1);
		assertThat(this.cluster.time().waitingTasks()).isZero();
	}

	@Test
	void aQuorumThatDeniesTheLeaseDoesNotWaitForANodeThatIsSilent() {
		Lease lease = this.cluster.acquire();
		for (int i = 0; i < 3; i++) {
			this.cluster.server(i).forgetAll();
		}
		this.cluster.node(4).become(Behaviour.SILENT);
		extend(lease);
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.TAKEN);
	}

	@Test
	void norDoesOneThatDeniesItAfterItIsKnownThatNoQuorumCanConfirmIt() {
		Lease lease = this.cluster.acquire();
		for (int i = 1; i < 4; i++) {
			this.cluster.server(i).put(Cluster.KEY, "another owner");
		}
		this.cluster.node(0).become(Behaviour.UNREACHABLE);
		this.cluster.node(3).answersAfter(Duration.ofMillis(1), Duration.ofMillis(1));
		this.cluster.node(4).become(Behaviour.SILENT);
		extend(lease);
		assertThat(lease.lost().toCompletableFuture()).isNotDone();
		this.cluster.time().advance(Duration.ofMillis(2));
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.TAKEN);
	}

	@Test
	void aMinorityThatDeniesTheLeaseLeavesItAsItIs() {
		Lease lease = this.cluster.acquire();
		this.cluster.server(0).forgetAll();
		this.cluster.server(1).forgetAll();
		this.cluster.node(2).become(Behaviour.UNREACHABLE);
		this.cluster.node(3).answersAfter(Duration.ofMillis(1), Duration.ofMillis(1));
		this.cluster.node(4).become(Behaviour.SILENT);
		extend(lease);
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(lease.isValid()).isTrue();
	}

	private static void extend(Lease lease) {
		((QuorumLease) lease).holding().extensions().extend(Cluster.TTL.toNanos());
	}

	@Test
	void theValidityEndsByTheClockThoughNoTimerHasRun() {
		Lease lease = this.cluster.acquire();
		this.cluster.time().jump(Cluster.TTL.multipliedBy(3));
		assertThat(lease.isValid()).isFalse();
		assertThat(lease.remainingValidity()).isZero();
	}

	@Test
	void aReleaseThatComesTooLateFindsTheLoss() {
		Lease lease = this.cluster.acquire();
		this.cluster.time().jump(Cluster.FULL_VALIDITY);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

	@Test
	void aLostLeaseCanStillBeReleased() {
		Lease lease = this.cluster.acquire();
		this.cluster.time().advance(Cluster.FULL_VALIDITY);
		lease.close();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void nobodyButTheLeaseCompletesTheLoss() {
		Lease lease = this.cluster.acquire();
		lease.lost().toCompletableFuture().complete(LossReason.CLOSED);
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.lost().toCompletableFuture()).isNotDone();
	}

	@Test
	void theHolderIsToldWhereTheApplicationRunsItsCallbacks() {
		Deque<Runnable> callbacks = new ArrayDeque<>();
		Cluster cluster = new Cluster(5, Cluster.defaults(), callbacks::add);
		CompletableFuture<Lease> future = cluster.start(Cluster.ONE_ATTEMPT);
		callbacks.remove().run();
		cluster.time().advance(Cluster.FULL_VALIDITY);
		assertThat(future.join().isValid()).isFalse();
		assertThat(future.join().lost().toCompletableFuture()).isNotDone();
		callbacks.remove().run();
		assertThat(future.join().lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

}
