package dev.redlock.quorum;

/**
 * Runs tasks later, on one thread for all locks.
 */
@FunctionalInterface
public interface Timer {

	/**
	 * Runs a task once after a delay.
	 * @param delayNanos the delay in nanoseconds
	 * @param task what to run; it must not block
	 * @return a handle to forget the task
	 */
	Timeout after(long delayNanos, Runnable task);

	/**
	 * A task that waits for its time.
	 */
	@FunctionalInterface
	interface Timeout {

		/**
		 * Forgets the task if it has not started.
		 */
		void cancel();

	}

}
