package dev.redlock.quorum;

import java.lang.ref.WeakReference;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.Garbage;
import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener.LossEvent;
import dev.redlock.jedis.BrokenLog;
import dev.redlock.node.NodeCommand.Extend;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class S7LimitTests {

	private static final LockRequest RENEWED = Cluster.ONE_ATTEMPT.withAutoExtend(true);

	private final Cluster cluster = new Cluster(5);

	private int renewals() {
		return this.cluster.node(0).received(Extend.class).size();
	}

	@Test
	void theExtensionAfterTheLastOneIsRefused() {
		Lease lease = this.cluster.acquire();
		for (int i = 1; i <= 100; i++) {
			this.cluster.time().advance(Duration.ofMillis(10));
			assertThat(lease.extend(Cluster.TTL)).isTrue();
		}
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(lease.extend(Cluster.TTL)).isFalse();
		assertThat(lease.extensions()).isEqualTo(100);
		assertThat(renewals()).isEqualTo(100);
		assertThat(lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY.minusSeconds(1));
		this.cluster.time().advance(Cluster.TTL);
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

	@Test
	void extensionsThatFailDoNotCountTowardsTheLimit() {
		Lease lease = this.cluster.acquire(Cluster.ONE_ATTEMPT.withMaxExtensions(1));
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(lease.extend(Cluster.TTL)).isFalse();
		assertThat(lease.extend(Cluster.TTL)).isFalse();
		this.cluster.nodes().forEach(ScriptedNode::answers);
		assertThat(lease.extend(Cluster.TTL)).isTrue();
		assertThat(lease.extend(Cluster.TTL)).isFalse();
	}

	@Test
	void renewalEndsAtTheLimitAndTheLossSaysSo() {
		LockRequest request = RENEWED.withMaxExtensions(3);
		Lease lease = this.cluster.acquire(request);
		while (renewals() < 3) {
			this.cluster.time().advance(Duration.ofMillis(1));
		}
		assertThat(lease.isValid()).isTrue();
		this.cluster.time().advance(Cluster.FULL_VALIDITY.minusMillis(1));
		assertThat(lease.isValid()).isTrue();
		this.cluster.time().advance(Duration.ofMinutes(1));
		assertThat(renewals()).isEqualTo(3);
		assertThat(lease.extensions()).isEqualTo(3);
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXTENSION_LIMIT);
		assertThat(this.cluster.events().losses()).extracting(LossEvent::reason)
			.containsExactly(LossReason.EXTENSION_LIMIT);
		assertThat(this.cluster.time().waitingTasks()).isZero();
	}

	@Test
	void extensionsByHandCountTowardsTheLimitOfRenewal() {
		Lease lease = this.cluster.acquire(RENEWED.withMaxExtensions(2));
		assertThat(lease.extend(Cluster.TTL)).isTrue();
		assertThat(lease.extend(Cluster.TTL)).isTrue();
		this.cluster.time().advance(Duration.ofMinutes(1));
		assertThat(renewals()).isEqualTo(2);
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXTENSION_LIMIT);
	}

	@Test
	void anExtensionByHandThatFailsLeavesTheLastOneToTheRenewal() {
		Cluster cluster = new Cluster(5);
		QuorumLease lease = (QuorumLease) cluster.acquire(RENEWED.withMaxExtensions(1));
		cluster.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
		while (cluster.time().elapsed().compareTo(Cluster.TTL.dividedBy(3)) <= 0) {
			lease.holding().extensions().extend(Cluster.TTL.toNanos());
			cluster.time().advance(Duration.ofMillis(50));
		}
		cluster.nodes().forEach(ScriptedNode::answers);
		cluster.time().advance(Duration.ofSeconds(2));
		assertThat(lease.extensions()).isEqualTo(1);
	}

	@Test
	void aLimitOfZeroMeansNoRenewalAtAll() {
		Lease lease = this.cluster.acquire(RENEWED.withMaxExtensions(0));
		this.cluster.time().advance(Cluster.TTL);
		assertThat(renewals()).isZero();
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXTENSION_LIMIT);
	}

	@Test
	void aRequestOverridesTheSetting() {
		Cluster renewing = new Cluster(5, Cluster.defaults().withAutoExtend(true));
		Lease renewed = renewing.acquire();
		Lease notRenewed = renewing
			.acquire(LockRequest.of("other").withTtl(Cluster.TTL).withWaitTime(Duration.ZERO).withAutoExtend(false));
		Lease byRequest = this.cluster.acquire(RENEWED);
		Lease bySetting = this.cluster.acquire(LockRequest.of("other").withTtl(Cluster.TTL));
		renewing.time().advance(Duration.ofMinutes(1));
		this.cluster.time().advance(Duration.ofMinutes(1));
		assertThat(renewed.isValid()).isTrue();
		assertThat(byRequest.isValid()).isTrue();
		assertThat(notRenewed.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
		assertThat(bySetting.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

	@Test
	void aLeaseThatNobodyRefersToIsRenewedNoMoreAndLoggedOnce(CapturedOutput output) {
		forget(RENEWED.withName("forgotten orders"));
		this.cluster.time().advance(Duration.ofMinutes(2));
		assertThat(renewals()).isZero();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.events().losses()).extracting(LossEvent::reason).containsExactly(LossReason.EXPIRED);
		assertThat(this.cluster.time().waitingTasks()).isZero();
		assertThat(output.toString()).containsOnlyOnce("never released")
			.containsOnlyOnce("forgotten orders")
			.contains(Cluster.KEY);
	}

	@Test
	void soIsOneThatNobodyRefersToAndThatWasNotToBeRenewedAnyway(CapturedOutput output) {
		forget(Cluster.ONE_ATTEMPT.withName("leaked orders"));
		this.cluster.time().advance(Duration.ofMinutes(2));
		assertThat(output.toString()).containsOnlyOnce("never released").containsOnlyOnce("leaked orders");
	}

	@Test
	void itEndsWithItsTtlThoughTheLogFails() {
		forget(RENEWED);
		BrokenLog.during(Upkeep.class, () -> this.cluster.time().advance(Duration.ofMinutes(2)));
		assertThat(this.cluster.events().losses()).extracting(LossEvent::reason).containsExactly(LossReason.EXPIRED);
		assertThat(this.cluster.redlock().heldLeases()).isEmpty();
	}

	private void forget(LockRequest request) {
		Garbage.awaitCollected(new WeakReference<>(this.cluster.start(request).join()));
	}

	@Test
	void aLeaseThatIsReferredToIsNotTakenForForgotten(CapturedOutput output) {
		Lease lease = this.cluster.acquire(RENEWED);
		System.gc();
		this.cluster.time().advance(Duration.ofMinutes(1));
		assertThat(lease.isValid()).isTrue();
		assertThat(output).doesNotContain("never released");
	}

}
