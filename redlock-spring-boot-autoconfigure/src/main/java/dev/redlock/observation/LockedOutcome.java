package dev.redlock.observation;

import java.util.concurrent.CancellationException;

import org.jspecify.annotations.Nullable;

import dev.redlock.LockHeldException;
import dev.redlock.LockInterruptedException;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.RedlockClosedException;

/**
 * What came of work under a lock, or of a part of it.
 */
public enum LockedOutcome {

	/**
	 * It is not over.
	 */
	UNKNOWN,

	/**
	 * The lock was acquired; of an acquire only.
	 */
	ACQUIRED,

	/**
	 * Another owner kept the lock.
	 */
	HELD,

	/**
	 * Too few nodes were usable.
	 */
	UNAVAILABLE,

	/**
	 * The caller was interrupted or gave up before the lock was acquired, or the
	 * application shut down.
	 */
	INTERRUPTED,

	/**
	 * The body did its work under the lock.
	 */
	COMPLETED,

	/**
	 * The body threw, or the acquire failed for another reason.
	 */
	FAILED,

	/**
	 * The caller gave up after the lock was acquired.
	 */
	CANCELLED,

	/**
	 * The lease was lost before the body ended.
	 */
	LOST;

	/**
	 * Returns what came of an acquire that brought no lease.
	 */
	static LockedOutcome ofRefusal(@Nullable Throwable failure) {
		if (failure instanceof LockHeldException) {
			return HELD;
		}
		if (failure instanceof QuorumUnavailableException) {
			return UNAVAILABLE;
		}
		return (failure instanceof InterruptedException || failure instanceof LockInterruptedException
				|| failure instanceof CancellationException || failure instanceof RedlockClosedException) ? INTERRUPTED
						: FAILED;
	}

	/**
	 * Returns what came of work that had its lock.
	 */
	static LockedOutcome ofWork(@Nullable Throwable failure) {
		if (failure == null) {
			return COMPLETED;
		}
		return (failure instanceof CancellationException) ? CANCELLED : FAILED;
	}

}
