package dev.redlock.jedis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The leases for whose keys a release is owed, or is on its way and not answered.
 * Thread-safe.
 */
final class LeasesToUndo {

	/** How many releases there are. */
	private final Map<LeaseKeys, Integer> counts = new ConcurrentHashMap<>();

	void begin(LeaseKeys lease) {
		this.counts.merge(lease, 1, Integer::sum);
	}

	void end(LeaseKeys lease) {
		this.counts.computeIfPresent(lease, (key, count) -> (count > 1) ? count - 1 : null);
	}

	boolean has(LeaseKeys lease) {
		// Not isEmpty() before it, which may say so while others come and go.
		return this.counts.containsKey(lease);
	}

}
