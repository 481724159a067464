package dev.redlock.quorum;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/**
 * The callers of this process that want a key without standing in its line, each known by
 * what wakes it. Thread-safe.
 */
final class Outsiders {

	/**
	 * So many are told of a release. If a crowd were, nearly all of it would ask in vain,
	 * and so many at once that the nodes seem late to everybody.
	 */
	static final int TOLD = 32;

	private final ConcurrentMap<String, Set<Runnable>> waiting = new ConcurrentHashMap<>();

	void add(List<String> keys, Runnable wake) {
		for (String key : keys) {
			this.waiting.compute(key, (same, present) -> {
				Set<Runnable> all = (present != null) ? present : new LinkedHashSet<>();
				all.add(wake);
				return all;
			});
		}
	}

	/**
	 * A caller waits no longer. Whoever comes to be told by that is woken, since it was
	 * not told of what was released before.
	 */
	void remove(List<String> keys, Runnable wake) {
		Set<Runnable> next = new LinkedHashSet<>();
		for (String key : keys) {
			this.waiting.computeIfPresent(key, (same, present) -> {
				boolean told = isTold(present, wake);
				present.remove(wake);
				Runnable last = (told) ? lastTold(present) : null;
				if (last != null) {
					next.add(last);
				}
				return present.isEmpty() ? null : present;
			});
		}
		next.forEach(Runnable::run);
	}

	/**
	 * A caller has asked in vain. Where it was told, it is now the turn of others to be,
	 * if there are too many: it may be another key that keeps this one waiting.
	 */
	void askedInVain(List<String> keys, Runnable wake) {
		for (String key : keys) {
			this.waiting.computeIfPresent(key, (same, present) -> {
				if (present.size() > TOLD && isTold(present, wake)) {
					present.remove(wake);
					present.add(wake);
				}
				return present;
			});
		}
	}

	/**
	 * Returns whether a caller is one of those that are told of a release.
	 */
	boolean isTold(String key, Runnable wake) {
		boolean[] told = new boolean[1];
		this.waiting.computeIfPresent(key, (same, present) -> {
			told[0] = isTold(present, wake);
			return present;
		});
		return told[0];
	}

	private static boolean isTold(Set<Runnable> present, Runnable wake) {
		Iterator<Runnable> first = present.iterator();
		for (int i = 0; i < TOLD && first.hasNext(); i++) {
			if (first.next() == wake) {
				return true;
			}
		}
		return false;
	}

	private static @Nullable Runnable lastTold(Set<Runnable> present) {
		return (present.size() < TOLD) ? null : present.stream().skip(TOLD - 1).findFirst().orElse(null);
	}

	/**
	 * Returns how many times as long as usual a caller pauses between its attempts: those
	 * that are not told look, and the more there are, the less often each.
	 */
	int pauses(List<String> keys, Runnable wake) {
		int[] pauses = { 1 };
		for (String key : keys) {
			this.waiting.computeIfPresent(key, (same, present) -> {
				if (!isTold(present, wake)) {
					pauses[0] = Math.max(pauses[0], 1 + present.size() / TOLD);
				}
				return present;
			});
		}
		return pauses[0];
	}

	boolean want(String key) {
		return this.waiting.containsKey(key);
	}

}
