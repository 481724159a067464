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

	private final Acquisition acquisition;

	/**
	 * Over zero once it is settled who gets the lease: the application, or nobody.
	 */
	private volatile int claims;

	LeaseFuture(Acquisition acquisition) {
		this.acquisition = acquisition;
	}

	void settle(@Nullable Lease lease, @Nullable Throwable failure) {
		if (lease != null) {
			if (!claim() || !complete(lease)) {
				lease.releaseAsync();
				super.cancel(false);
			}
		}
		else if (!claim()) {
			// A cancel was promised to whoever asked for it.
			super.cancel(false);
		}
		else if (failure != null) {
			Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : null;
			completeExceptionally((cause != null) ? cause : failure);
		}
	}

	private boolean claim() {
		return CLAIMS.compareAndSet(this, 0, 1);
	}

	/**
	 * Gives up. Whoever depends on the future may want the same lock again, and hears of
	 * it after the releases are sent: if another thread is about to send an acquire, or
	 * to bring the lease, by that one.
	 */
	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		if (isDone() || !claim()) {
			return isCancelled();
		}
		return !this.acquisition.giveUp().isDone() || super.cancel(mayInterruptIfRunning);
	}

}
