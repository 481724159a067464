package dev.redlock.aop;

import org.jspecify.annotations.Nullable;

import dev.redlock.LockRequest;

/**
 * Watches work under a lock from before the lock is asked for until it is released, such
 * as to trace it. A call that joins the lease of an outer one is not watched. Must be
 * thread-safe, quick, and never throw.
 */
public interface LockObserver {

	/**
	 * Returns an observer that watches nothing.
	 * @return the observer
	 */
	static LockObserver none() {
		return Unobserved.INSTANCE;
	}

	/**
	 * Work begins; called on the thread of its caller, or of its subscriber.
	 * @param request what it locks
	 * @param outer what it is part of, if that is not on the thread but in a Reactor
	 * context
	 * @return told how the work goes on
	 */
	LockObservation start(LockRequest request, @Nullable Object outer);

	/**
	 * Returns where a Reactor context has what work is part of.
	 * @return the key
	 */
	Object contextKey();

}
