package dev.redlock.jedis;

import java.util.concurrent.TimeUnit;

/**
 * When a release expires.
 *
 * @param deadline the time
 * @param number tells apart those that expire together
 */
record Due(long deadline, long number) implements Comparable<Due> {

	boolean isOver(long now) {
		return now - this.deadline >= 0;
	}

	long millisLeft(long now) {
		return TimeUnit.NANOSECONDS.toMillis(this.deadline - now + 999_999);
	}

	@Override
	public int compareTo(Due other) {
		// A difference, since the clock may overflow.
		int order = Long.signum(this.deadline - other.deadline);
		return (order != 0) ? order : Long.compare(this.number, other.number);
	}

}
