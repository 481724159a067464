package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.redlock.LockRequest;

/**
 * A request with all defaults filled in and checked.
 *
 * @param request the request
 * @param keys the keys on the nodes
 * @param ttlNanos the ttl
 * @param waitNanos how long the acquire may take; zero means one attempt
 * @param holdNanos for how long others are kept out at least
 * @param autoExtend whether the lease is extended while it is held
 * @param maxExtensions the most extensions of the lease
 */
record Terms(LockRequest request, List<String> keys, long ttlNanos, long waitNanos, long holdNanos, boolean autoExtend,
		int maxExtensions) {

	private static final Duration MAX_WAIT = Duration.ofDays(36500);

	static Terms of(LockRequest request, QuorumSettings settings) {
		Duration ttl = (request.ttl() != null) ? request.ttl() : settings.ttl();
		if (ttl != settings.ttl()) {
			settings.requireUsable(ttl);
		}
		Duration waitTime = (request.waitTime() != null) ? request.waitTime() : settings.waitTime();
		waitTime = (waitTime.compareTo(MAX_WAIT) < 0) ? waitTime : MAX_WAIT;
		List<String> keys = keys(request, settings.keyPrefix());
		return new Terms(request, keys, nanos(ttl), waitTime.toNanos(), holdNanos(request, ttl),
				(request.autoExtend() != null) ? request.autoExtend() : settings.autoExtend(),
				(request.maxExtensions() != null) ? request.maxExtensions() : settings.maxExtensions());
	}

	private static long holdNanos(LockRequest request, Duration ttl) {
		Duration holdAtLeast = request.holdAtLeast();
		if (holdAtLeast == null) {
			return 0;
		}
		if (holdAtLeast.compareTo(ttl) > 0) {
			throw new IllegalArgumentException("holdAtLeast " + holdAtLeast + " is longer than the ttl " + ttl
					+ ": use a longer ttl, or a shorter holdAtLeast");
		}
		return holdAtLeast.toNanos();
	}

	private static List<String> keys(LockRequest request, String prefix) {
		return List
			.copyOf(prefix.isEmpty() ? request.resources() : request.resources().stream().map(prefix::concat).toList());
	}

	/**
	 * Returns whether there can be more than one attempt.
	 */
	boolean mayWait() {
		return this.waitNanos > 0;
	}

	/**
	 * Returns a ttl as the servers understand it, in whole milliseconds.
	 * @param ttl the ttl
	 * @return its nanoseconds
	 */
	static long nanos(Duration ttl) {
		return TimeUnit.MILLISECONDS.toNanos(ttl.toMillis());
	}

}
