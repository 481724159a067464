package dev.redlock.aop;

import org.jspecify.annotations.Nullable;

/**
 * How long the lock of a method is held, by what the method returns: until the call
 * returns, or until what it returned is complete.
 */
interface ReturnStyle {

	/**
	 * Runs the method under its lock.
	 * @param call the call, with its request
	 * @return what the caller gets
	 * @throws Throwable what the method throws, or why it was not run
	 */
	@Nullable Object run(LockedCall call) throws Throwable;

	/**
	 * Returns whether a call is a part of those that its thread is in.
	 */
	default boolean joinsByThread() {
		return true;
	}

	/**
	 * Runs the method under a lease that is held already by an outer call of the same
	 * thread, which also releases it. It is the innermost lease of this thread already.
	 * @param call the call, with its request
	 * @return what the caller gets
	 * @throws Throwable what the method throws
	 */
	default @Nullable Object join(LockedCall call) throws Throwable {
		return call.invocation().proceed();
	}

	/**
	 * Returns what a call gets that was skipped.
	 */
	@Nullable Object skipped();

}
