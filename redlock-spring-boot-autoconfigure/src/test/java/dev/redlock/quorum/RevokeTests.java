package dev.redlock.quorum;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener.LossEvent;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RevokeTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void theHolderIsToldAndTheKeysAreGone() {
		Lease lease = this.cluster.acquire();
		assertThat(this.cluster.redlock().revoke(Cluster.KEY)).containsExactly(ReleaseOutcome.RELEASED);
		assertThat(lease.isValid()).isFalse();
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.REVOKED);
		assertThat(this.cluster.events().losses()).extracting(LossEvent::reason).containsExactly(LossReason.REVOKED);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.acquire().isValid()).isTrue();
	}

	@Test
	void workUnderTheLeaseDoesNotPassForGuarded() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.cluster.redlock()
				.execute(Cluster.ONE_ATTEMPT, (lease) -> this.cluster.redlock().revoke(Cluster.KEY)))
			.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.REVOKED));
	}

	@Test
	void theKeyOfAnotherOwnerIsNeverTouched() {
		Cluster another = this.cluster.anotherClient();
		Lease lease = another.acquire();
		assertThat(this.cluster.redlock().revoke(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(lease.token());
		assertThat(lease.isValid()).isTrue();
	}

	@Test
	void aLeaseOnSeveralResourcesEndsAsAWhole() {
		Lease lease = this.cluster.acquire(LockRequest.of("a", "b").withTtl(Cluster.TTL).withWaitTime(Duration.ZERO));
		Lease other = this.cluster.acquire();
		assertThat(this.cluster.redlock().revoke("b")).containsExactly(ReleaseOutcome.RELEASED);
		assertThat(lease.isValid()).isFalse();
		assertThat(this.cluster.values("a")).isEmpty();
		assertThat(other.isValid()).isTrue();
	}

	@Test
	void aReleaseAfterwardsHasTheSameOutcome() {
		Lease lease = this.cluster.acquire();
		this.cluster.redlock().revoke(Cluster.KEY);
		this.cluster.holdByAnother(0, 5);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(this.cluster.redlock().revoke(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
	}

}
