package dev.redlock.testing;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.redlock.quorum.MonotonicClock;

/**
 * The keys of a node in memory: those of leases, which expire, and those that the test
 * holds, which do not. Used by one thread at a time.
 */
final class NodeKeys {

	/**
	 * The value of keys that the test holds. No token is like it.
	 */
	private static final String THE_TEST = "held by the test";

	private static final long NEVER = -1;

	private final MonotonicClock clock;

	private final Map<String, Entry> entries = new HashMap<>();

	private boolean allHeld;

	private long latestExpiry;

	NodeKeys(MonotonicClock clock) {
		this.clock = clock;
		this.latestExpiry = clock.nanos();
	}

	/**
	 * Returns the value of a key, or {@code null} if there is no such key.
	 */
	@Nullable String value(String key) {
		Entry entry = find(key);
		return (entry != null) ? entry.value() : this.allHeld ? THE_TEST : null;
	}

	/**
	 * Returns the milliseconds until a key expires: zero if there is none, -1 if it never
	 * does.
	 */
	long remainingMillis(String key) {
		Entry entry = find(key);
		if (entry == null) {
			return this.allHeld ? NEVER : 0;
		}
		return entry.isHeldByTest() ? NEVER
				: Math.max(1, TimeUnit.NANOSECONDS.toMillis(entry.expiry() - this.clock.nanos()));
	}

	private @Nullable Entry find(String key) {
		Entry entry = this.entries.get(key);
		if (entry != null && entry.isExpired(this.clock.nanos())) {
			this.entries.remove(key);
			return null;
		}
		return entry;
	}

	void put(String key, String token, long ttlMillis) {
		long expiry = this.clock.nanos() + TimeUnit.MILLISECONDS.toNanos(ttlMillis);
		this.latestExpiry = (expiry - this.latestExpiry > 0) ? expiry : this.latestExpiry;
		this.entries.put(key, new Entry(token, expiry));
	}

	void delete(String key) {
		this.entries.remove(key);
	}

	/**
	 * The test takes keys, whoever has them, and keeps them.
	 */
	void hold(Collection<String> keys) {
		keys.forEach((key) -> this.entries.put(key, new Entry(THE_TEST, 0)));
	}

	/**
	 * The test has every key that nobody has, and lets nobody have another.
	 */
	void holdAll() {
		this.allHeld = true;
	}

	/**
	 * Returns whether the test lets nobody have this key now.
	 */
	boolean isRefused(String key) {
		Entry entry = this.entries.get(key);
		return this.allHeld || (entry != null && entry.isHeldByTest());
	}

	/**
	 * The test gives keys back.
	 */
	void free(Collection<String> keys) {
		keys.forEach((key) -> this.entries.computeIfPresent(key, (same, entry) -> entry.isHeldByTest() ? null : entry));
	}

	/**
	 * The test gives all keys back.
	 */
	void freeAll() {
		this.allHeld = false;
		this.entries.values().removeIf(Entry::isHeldByTest);
	}

	/**
	 * Takes the keys away from all who have a lease on them.
	 * @return the nanoseconds after which the last of them would have expired
	 */
	long forgetLeases() {
		this.entries.values().removeIf((entry) -> !entry.isHeldByTest());
		return Math.max(0, this.latestExpiry - this.clock.nanos());
	}

	void clear() {
		this.allHeld = false;
		this.entries.clear();
	}

	private record Entry(String value, long expiry) {

		boolean isHeldByTest() {
			return this.value.equals(THE_TEST);
		}

		boolean isExpired(long now) {
			return !isHeldByTest() && this.expiry - now <= 0;
		}

	}

}
