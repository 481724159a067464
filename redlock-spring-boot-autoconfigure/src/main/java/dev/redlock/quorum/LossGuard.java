package dev.redlock.quorum;

import org.jspecify.annotations.Nullable;

import dev.redlock.InterruptibleWork;
import dev.redlock.LeaseLostException;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;

/**
 * Tells guarded work about the loss of its lease, as the request wants it (S8). Work
 * under a lease that is kept may be part of other work under it, whose guard goes on.
 */
final class LossGuard {

	private final QuorumLease lease;

	private final LossPolicy policy;

	private final @Nullable InterruptibleWork work;

	private volatile @Nullable LossGuard outer;

	private LossGuard(QuorumLease lease, LossPolicy policy, @Nullable InterruptibleWork work) {
		this.lease = lease;
		this.policy = policy;
		this.work = work;
	}

	/**
	 * Starts to guard the work that the current thread is about to do.
	 * @throws LeaseLostException if the lease was lost before, whatever the policy
	 */
	static LossGuard start(QuorumLease lease, LossPolicy policy) {
		LossReason loss = lease.holding().loss();
		if (loss != null) {
			throw new LeaseLostException(lease.resources(), loss);
		}
		if (policy != LossPolicy.INTERRUPT) {
			return new LossGuard(lease, policy, null);
		}
		LossGuard guard = new LossGuard(lease, policy, InterruptibleWork.begin());
		lease.holding().guardedBy(guard::around);
		return guard;
	}

	private LossGuard around(@Nullable LossGuard outer) {
		this.outer = outer;
		return this;
	}

	/**
	 * The lease is lost.
	 */
	void lost() {
		InterruptibleWork work = this.work;
		if (work != null) {
			work.interrupt();
		}
		LossGuard outer = this.outer;
		if (outer != null) {
			outer.lost();
		}
	}

	/**
	 * Ends the guard.
	 * @return the exception for a loss, or {@code null} if there was none, or nobody
	 * wants to know
	 */
	@Nullable LeaseLostException end() {
		LossReason loss = this.lease.holding().loss();
		InterruptibleWork work = this.work;
		if (work != null) {
			LossGuard outer = this.outer;
			this.lease.holding().guardedBy((present) -> (present == this) ? outer : present);
			work.end();
		}
		return (loss != null && this.policy != LossPolicy.IGNORE) ? new LeaseLostException(this.lease.resources(), loss)
				: null;
	}

}
