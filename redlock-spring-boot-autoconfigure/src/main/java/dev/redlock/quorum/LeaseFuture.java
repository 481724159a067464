package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;

/**
 * What an asynchronous acquire gives to the application. A lease that nobody will get,
 * since the future was completed otherwise, is released.
 */
final class LeaseFuture extends CompletableFuture<Lease> {

	private static final AtomicIntegerFieldUpdater<LeaseFuture> CLAIMS = AtomicIntegerFieldUpdater
		.newUpdater(LeaseFuture.class, "claims");

	private static final int CANCELLED = 1;

	private static final int SETTLED = 2;

	private final Acquisition acquisition;

	/**
	 * Over zero once it is certain who gets the lease: the application, or nobody.
	 */
	private volatile int claims;

	LeaseFuture(Acquisition acquisition) {
		this.acquisition = acquisition;
	}

	/**
	 * Ends with what came of the acquire. An executor that fails may have run this all
	 * the same, and then runs it once more.
	 */
	void settle(@Nullable QuorumLease lease, @Nullable Throwable failure) {
		if (claim(SETTLED)) {
			if (lease != null && !complete(lease)) {
				giveBack(lease);
			}
			else if (failure != null) {
				Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : null;
				completeExceptionally((cause != null) ? cause : failure);
			}
		}
		else if (this.claims == CANCELLED) {
			giveBack(lease);
		}
	}

	private void giveBack(@Nullable QuorumLease lease) {
		try {
			if (lease != null) {
				lease.giveBack();
			}
		}
		finally {
			// That was promised to whoever asked for it.
			super.cancel(false);
		}
	}

	private boolean claim(int by) {
		return CLAIMS.compareAndSet(this, 0, by);
	}

	/**
	 * Gives up. Whoever depends on the future may want the same lock again, and hears of
	 * it after the releases are sent: if another thread is about to send an acquire, or
	 * to bring the lease, by that one.
	 */
	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		if (isDone() || !claim(CANCELLED)) {
			return isCancelled();
		}
		boolean settled = true;
		try {
			settled = this.acquisition.giveUp().isDone();
		}
		finally {
			// Also if that failed, such as for want of stack: others may wait for it.
			if (settled) {
				super.cancel(mayInterruptIfRunning);
			}
		}
		return !settled || isCancelled();
	}

}
