package dev.redlock.quorum;

/**
 * Told how an attempt ends: granted or refused, once.
 */
interface AttemptOutcome {

	void granted(Attempt attempt, Grant grant);

	void refused(Attempt attempt, boolean unavailable);

	/**
	 * Something failed that has nothing to do with the lock, maybe after the attempt had
	 * ended.
	 * @param ex what
	 * @return {@code false} if it had ended, so that nobody else is told
	 */
	boolean failed(Throwable ex);

}
