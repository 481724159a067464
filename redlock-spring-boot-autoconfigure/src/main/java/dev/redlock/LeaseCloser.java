package dev.redlock;

import org.jspecify.annotations.Nullable;

/**
 * Ends the lease of {@link Redlock#execute} after the action, at once or when something
 * is over that still needs it, such as a transaction that the caller has begun. Each
 * {@link Redlock} has its own.
 */
@FunctionalInterface
public interface LeaseCloser {

	/**
	 * Ends a lease, now or later. Called once, on the thread that ran the action, however
	 * that ended. Must not throw.
	 * @param lease the lease
	 */
	void close(Lease lease);

	/**
	 * Finds a lease that was passed to {@link #close} on this thread and is still needed,
	 * so that the caller that keeps it need not wait for itself.
	 * @param request what is to be locked
	 * @return a valid lease on all of it, or {@code null} to acquire one
	 * @throws IllegalStateException if there is one on a part of it only, or without the
	 * fencing token that is asked for, so that the caller would wait for itself
	 */
	default @Nullable Lease find(LockRequest request) {
		return null;
	}

}
