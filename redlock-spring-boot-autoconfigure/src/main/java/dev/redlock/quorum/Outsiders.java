package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How many callers of this process want a key without standing in its line. Thread-safe.
 */
final class Outsiders {

	private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

	void add(List<String> keys) {
		keys.forEach((key) -> this.counts.merge(key, 1, Integer::sum));
	}

	void remove(List<String> keys) {
		keys.forEach((key) -> this.counts.computeIfPresent(key, (same, count) -> (count > 1) ? count - 1 : null));
	}

	boolean want(String key) {
		return this.counts.containsKey(key);
	}

}
