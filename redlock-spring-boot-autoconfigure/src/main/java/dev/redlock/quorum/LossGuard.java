package dev.redlock.quorum;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

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

	private final Thread worker = Thread.currentThread();

	private final AtomicReference<State> state = new AtomicReference<>(State.WORKING);

	private volatile @Nullable LossGuard outer;

	private LossGuard(QuorumLease lease, LossPolicy policy) {
		this.lease = lease;
		this.policy = policy;
	}

	/**
	 * Starts to guard the work that the current thread is about to do.
	 * @throws LeaseLostException if the lease was lost before, whatever the policy
	 */
	static LossGuard start(QuorumLease lease, LossPolicy policy) {
		// The state first, which is there without a look at the clock.
		LossReason loss = lease.holding().isHeld() ? null : lease.holding().loss();
		if (loss != null) {
			throw new LeaseLostException(lease.resources(), loss);
		}
		LossGuard guard = new LossGuard(lease, policy);
		if (policy == LossPolicy.INTERRUPT) {
			lease.holding().guardedBy(guard::around);
		}
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
		interrupt();
		LossGuard outer = this.outer;
		if (outer != null) {
			outer.lost();
		}
	}

	private void interrupt() {
		if (this.state.compareAndSet(State.WORKING, State.INTERRUPTING)) {
			this.worker.interrupt();
			this.state.set(State.INTERRUPTED);
		}
	}

	/**
	 * Ends the guard. An interrupt of ours does not outlive the work, but one of work
	 * that it is part of does.
	 * @return the exception for a loss, or {@code null} if there was none, or nobody
	 * wants to know
	 */
	@Nullable LeaseLostException end() {
		LossReason loss = this.lease.holding().loss();
		LossGuard outer = this.outer;
		if (this.policy == LossPolicy.INTERRUPT) {
			this.lease.holding().guardedBy((present) -> (present == this) ? outer : present);
		}
		if (!this.state.compareAndSet(State.WORKING, State.DONE)) {
			while (this.state.get() != State.INTERRUPTED) {
				Thread.onSpinWait();
			}
			if (outer == null || !outer.isInterrupted()) {
				Thread.interrupted();
			}
		}
		return (loss != null && this.policy != LossPolicy.IGNORE) ? new LeaseLostException(this.lease.resources(), loss)
				: null;
	}

	private boolean isInterrupted() {
		State state = this.state.get();
		return this.worker == Thread.currentThread() && state != State.WORKING && state != State.DONE;
	}

	private enum State {

		WORKING, INTERRUPTING, INTERRUPTED, DONE

	}

}
