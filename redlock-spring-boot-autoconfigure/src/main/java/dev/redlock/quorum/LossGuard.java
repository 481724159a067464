package dev.redlock.quorum;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.redlock.LeaseLostException;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;

/**
 * Tells guarded work about the loss of its lease, as the request wants it (S8).
 */
final class LossGuard {

	private final QuorumLease lease;

	private final LossPolicy policy;

	private final Thread worker = Thread.currentThread();

	private final AtomicReference<State> state = new AtomicReference<>(State.WORKING);

	private LossGuard(QuorumLease lease, LossPolicy policy) {
		this.lease = lease;
		this.policy = policy;
	}

	/**
	 * Starts to guard the work that the current thread is about to do.
	 */
	static LossGuard start(QuorumLease lease, LossPolicy policy) {
		LossGuard guard = new LossGuard(lease, policy);
		if (policy == LossPolicy.INTERRUPT) {
			lease.holding().onLoss(guard::interrupt);
		}
		return guard;
	}

	private void interrupt() {
		if (this.state.compareAndSet(State.WORKING, State.INTERRUPTING)) {
			this.worker.interrupt();
			this.state.set(State.INTERRUPTED);
		}
	}

	/**
	 * Ends the guard. An interrupt of ours does not outlive the work.
	 * @return the exception for a loss, or {@code null} if there was none, or nobody
	 * wants to know
	 */
	@Nullable LeaseLostException end() {
		LossReason loss = this.lease.holding().loss();
		if (!this.state.compareAndSet(State.WORKING, State.DONE)) {
			while (this.state.get() != State.INTERRUPTED) {
				Thread.onSpinWait();
			}
			Thread.interrupted();
		}
		return (loss != null && this.policy != LossPolicy.IGNORE) ? new LeaseLostException(this.lease.resources(), loss)
				: null;
	}

	private enum State {

		WORKING, INTERRUPTING, INTERRUPTED, DONE

	}

}
