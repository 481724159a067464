package dev.redlock.quorum;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LeaseCloser;
import dev.redlock.LeaseLostException;
import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Actions under a lease that is kept after an earlier one.
 */
class KeptLeaseTests {

	private static final LockRequest INTERRUPTED = Cluster.ONE_ATTEMPT.withWhenLost(LossPolicy.INTERRUPT);

	private final Cluster cluster = new Cluster(5);

	private final QuorumRedlock redlock = new QuorumRedlock(this.cluster.nodes(), Cluster.defaults(),
			this.cluster.time(), this.cluster.time(), Runnable::run, List.of(), new Keeper());

	@BeforeEach
	void keepALease() throws Exception {
		this.redlock.execute(Cluster.ONE_ATTEMPT.withWhenLost(LossPolicy.IGNORE), (lease) -> "");
	}

	@Test
	void anActionIsToldOfTheLossAsItWants() {
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> lose(Cluster.ONE_ATTEMPT));
	}

	@Test
	void anActionIsInterruptedIfItWants() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.redlock.execute(INTERRUPTED, (lease) -> {
				this.cluster.time().advance(Cluster.TTL);
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				return "";
			}));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void anActionIsInterruptedAlsoAfterAnotherThatWasPartOfIt() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.redlock.execute(INTERRUPTED, (lease) -> {
				this.redlock.execute(INTERRUPTED, (same) -> "");
				this.cluster.time().advance(Cluster.TTL);
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				return "";
			}));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void anActionStaysInterruptedAfterTheEndOfThePartThatSawTheLoss() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.redlock.execute(INTERRUPTED, (lease) -> {
				assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> lose(INTERRUPTED));
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				return "";
			}));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void anActionIsNotToldIfItWants() throws Exception {
		assertThat(lose(Cluster.ONE_ATTEMPT.withWhenLost(LossPolicy.IGNORE))).isEqualTo("done");
	}

	@Test
	void anActionDoesNotBeginUnderALeaseThatWasLostBeforeWhateverItWants() {
		this.cluster.time().advance(Cluster.TTL);
		for (LossPolicy policy : LossPolicy.values()) {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> this.redlock.execute(Cluster.ONE_ATTEMPT.withWhenLost(policy), (lease) -> {
					throw new IllegalStateException("begun");
				}))
				.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.EXPIRED));
		}
	}

	private String lose(LockRequest request) throws Exception {
		return this.redlock.execute(request, (lease) -> {
			assertThat(lease.isValid()).isTrue();
			this.cluster.time().advance(Cluster.TTL);
			return "done";
		});
	}

	private static final class Keeper implements LeaseCloser {

		private @Nullable Lease kept;

		@Override
		public void close(Lease lease) {
			this.kept = lease;
		}

		@Override
		public @Nullable Lease find(LockRequest request) {
			return this.kept;
		}

	}

}
