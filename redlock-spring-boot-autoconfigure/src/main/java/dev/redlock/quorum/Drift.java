package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How much faster than ours the clock of a node may run: a share of the ttl and an
 * allowance for the precision of expiry in Redis.
 *
 * @param factor the share of the ttl, such as 0.01
 * @param allowance the constant part
 * @see <a href=
 * "https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/">CLOCK_DRIFT
 * in the Redlock algorithm</a>
 */
public record Drift(double factor, Duration allowance) {

	/**
	 * Checks the parts.
	 * @throws IllegalArgumentException if a part is negative or the factor is one or more
	 */
	public Drift {
		if (!(factor >= 0 && factor < 1)) {
			throw new IllegalArgumentException("The drift factor must be in [0, 1), but is " + factor);
		}
		if (allowance.isNegative()) {
			throw new IllegalArgumentException("The drift allowance can't be negative, but is " + allowance);
		}
	}

	/**
	 * Returns the drift to subtract from a ttl.
	 * @param ttlNanos the ttl in nanoseconds
	 * @return the drift in nanoseconds
	 */
	public long nanos(long ttlNanos) {
		long drift = (long) Math.ceil(ttlNanos * this.factor) + TimeUnit.NANOSECONDS.convert(this.allowance);
		return (drift >= 0) ? drift : Long.MAX_VALUE;
	}

}
