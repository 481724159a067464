package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;

/**
 * What an asynchronous acquire gives to the application. A lease that nobody will get,
 * since the future was completed otherwise, is released.
 */
final class LeaseFuture extends CompletableFuture<Lease> {

	private final Acquisition acquisition;

	LeaseFuture(Acquisition acquisition) {
		this.acquisition = acquisition;
	}

	void settle(@Nullable Lease lease, @Nullable Throwable failure) {
		if (lease != null) {
			if (!complete(lease)) {
				lease.releaseAsync();
			}
		}
		else if (failure != null) {
			Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : null;
			completeExceptionally((cause != null) ? cause : failure);
		}
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		if (!isDone()) {
			// First, since whoever depends on the future may want the same lock again.
			this.acquisition.cancel();
		}
		return super.cancel(mayInterruptIfRunning);
	}

}
