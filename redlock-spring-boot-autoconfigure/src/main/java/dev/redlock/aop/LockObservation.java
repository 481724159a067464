package dev.redlock.aop;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;

/**
 * Watches one call from before its acquire until after its release. Its methods may be
 * called on several threads, in the order of what happens, except that a cancel may come
 * at any time.
 */
public interface LockObservation {

	/**
	 * Returns an observation of nothing.
	 * @return the observation
	 */
	static LockObservation none() {
		return Unobserved.INSTANCE;
	}

	/**
	 * The acquire brought a lease, and the body begins.
	 * @param lease the lease
	 */
	void acquired(Lease lease);

	/**
	 * The acquire brought no lease. What the caller gets instead may still follow.
	 * @param failure why
	 */
	void refused(Throwable failure);

	/**
	 * The body ended; the release follows.
	 * @param failure what it threw, or {@code null}
	 */
	void worked(@Nullable Throwable failure);

	/**
	 * The body was cancelled; the release follows.
	 */
	void workCancelled();

	/**
	 * All is over, also the release.
	 * @param failure what the caller gets, or {@code null} if it gets a result
	 */
	void ended(@Nullable Throwable failure);

	/**
	 * All is over, since nobody wants the result any more.
	 */
	void cancelled();

	/**
	 * Makes what runs now the current one of this thread.
	 * @return goes back to what was the current one
	 */
	Scope enter();

	/**
	 * Returns what runs now, for a Reactor context.
	 * @return the value of {@link LockObserver#contextKey()}
	 */
	Object current();

	/**
	 * The time on one thread in which an observation is the current one.
	 */
	@FunctionalInterface
	interface Scope {

		/**
		 * Ends the scope, on its thread.
		 */
		void leave();

	}

}
