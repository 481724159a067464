package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * The pause between two attempts (S6): random, so that rivals that split the votes get
 * out of step, and growing, so that many waiters do not keep the nodes busy.
 *
 * @param min the shortest pause
 * @param max the longest pause
 */
public record RetryDelay(Duration min, Duration max) {

	private static final int MAX_DOUBLINGS = 16;

	/**
	 * Checks the parts.
	 * @throws IllegalArgumentException if the minimum is not positive or over the maximum
	 */
	public RetryDelay {
		if (min.isNegative() || min.isZero() || min.compareTo(max) > 0) {
			throw new IllegalArgumentException("The retry delays must be positive and the minimum not over the "
					+ "maximum, but are " + min + " and " + max);
		}
	}

	/**
	 * Returns the pause before the next attempt.
	 * @param failures how many attempts have failed, at least one
	 * @param random the source of chance
	 * @return nanoseconds, from the minimum up to a bound that doubles with each failure
	 */
	long nanos(int failures, RandomGenerator random) {
		long shortest = TimeUnit.NANOSECONDS.convert(this.min);
		long longest = Math.min(TimeUnit.NANOSECONDS.convert(this.max), shortest << Math.min(failures, MAX_DOUBLINGS));
		return (longest > shortest) ? random.nextLong(shortest, longest + 1) : shortest;
	}

}
