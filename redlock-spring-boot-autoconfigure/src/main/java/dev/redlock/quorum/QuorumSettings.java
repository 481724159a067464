package dev.redlock.quorum;

import java.time.Duration;

/**
 * The settings of the algorithm.
 *
 * @param keyPrefix put before every resource; empty to share locks with other
 * implementations
 * @param ttl the ttl of a request that names none
 * @param maxTtl the longest ttl that a request may name
 * @param waitTime the wait time of a request that names none
 * @param retryDelay the pause between two attempts
 * @param drift what is subtracted from a ttl for the clocks of the nodes
 * @param autoExtend whether leases are extended unless their requests say otherwise
 * @param maxExtensions the cap of extensions of a request that names none
 * @param fencingRetention how long an unused fence counter is kept
 */
public record QuorumSettings(String keyPrefix, Duration ttl, Duration maxTtl, Duration waitTime, RetryDelay retryDelay,
		Drift drift, boolean autoExtend, int maxExtensions, Duration fencingRetention) {

	/**
	 * Checks the parts against each other.
	 * @throws IllegalArgumentException if the ttl is over its maximum or leaves no
	 * validity, or the wait time is negative
	 */
	public QuorumSettings {
		if (waitTime.isNegative()) {
			throw new IllegalArgumentException("The wait time can't be negative, but is " + waitTime);
		}
		if (maxExtensions < 0) {
			throw new IllegalArgumentException("The cap of extensions can't be negative, but is " + maxExtensions);
		}
		if (fencingRetention.compareTo(maxTtl) < 0) {
			throw new IllegalArgumentException("The retention of fence counters " + fencingRetention
					+ " can't be shorter than the longest ttl " + maxTtl);
		}
		requireUsable(ttl, maxTtl, drift);
	}

	/**
	 * Returns the settings that the documentation promises.
	 * @return the defaults
	 */
	public static QuorumSettings defaults() {
		return new QuorumSettings("", Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(3),
				new RetryDelay(Duration.ofMillis(20), Duration.ofMillis(200)), new Drift(0.01, Duration.ofMillis(2)),
				true, 100, Duration.ofDays(7));
	}

	/**
	 * Returns these settings with or without automatic extension.
	 * @param autoExtend whether leases are extended unless their requests say otherwise
	 * @return the settings
	 */
	public QuorumSettings withAutoExtend(boolean autoExtend) {
		return new QuorumSettings(this.keyPrefix, this.ttl, this.maxTtl, this.waitTime, this.retryDelay, this.drift,
				autoExtend, this.maxExtensions, this.fencingRetention);
	}

	/**
	 * Checks a ttl that a request names.
	 * @param ttl the ttl
	 * @throws IllegalArgumentException if it is not positive, over the maximum, or leaves
	 * no validity
	 */
	public void requireUsable(Duration ttl) {
		requireUsable(ttl, this.maxTtl, this.drift);
	}

	private static void requireUsable(Duration ttl, Duration maxTtl, Drift drift) {
		if (ttl.isNegative() || ttl.isZero()) {
			throw new IllegalArgumentException("The ttl must be positive, but is " + ttl);
		}
		if (ttl.compareTo(maxTtl) > 0) {
			throw new IllegalArgumentException("The ttl " + ttl + " is over the maximum " + maxTtl
					+ ": use less and extend the lease as often as you need it, or raise redlock.max-ttl");
		}
		long nanos = Terms.nanos(ttl);
		if (nanos <= drift.nanos(nanos)) {
			throw new IllegalArgumentException(
					"The ttl " + ttl + " leaves no validity after the clock drift: use a longer ttl");
		}
	}

}
