package dev.redlock.quorum;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The callers of this process that want keys without standing in their lines.
 * Thread-safe.
 */
final class Outsiders {

	private static final Logger logger = LoggerFactory.getLogger(Outsiders.class);

	private final Timer timer;

	private final ConcurrentMap<String, Crowd> crowds = new ConcurrentHashMap<>();

	Outsiders(Timer timer) {
		this.timer = timer;
	}

	void add(List<String> keys, Runnable wake) {
		for (String key : keys) {
			this.crowds.compute(key, (same, present) -> ((present != null) ? present : new Crowd()).add(wake));
		}
	}

	/**
	 * A key was released.
	 * @param key the key
	 * @param release the name of the release, empty for none that is known
	 * @param wake a caller
	 * @return whether it asks now
	 */
	boolean released(String key, String release, Runnable wake) {
		boolean[] asks = new boolean[1];
		this.crowds.computeIfPresent(key, (same, present) -> {
			asks[0] = present.released(release, wake);
			return present;
		});
		return asks[0];
	}

	/**
	 * A caller has asked in vain.
	 */
	void askedInVain(List<String> keys, Runnable wake) {
		letOthersAsk(keys, wake, Crowd::askedInVain);
	}

	/**
	 * A caller waits no longer.
	 * @param keys its keys
	 * @param wake the caller
	 * @param granted whether it got them
	 */
	void remove(List<String> keys, Runnable wake, boolean granted) {
		letOthersAsk(keys, wake, (crowd, gone) -> {
			if (granted) {
				crowd.granted();
			}
			return crowd.remove(gone);
		});
	}

	private void letOthersAsk(List<String> keys, Runnable wake,
			BiFunction<Crowd, Runnable, @Nullable Runnable> change) {
		Set<Runnable> next = new LinkedHashSet<>();
		for (String key : keys) {
			this.crowds.computeIfPresent(key, (same, present) -> {
				Runnable asks = change.apply(present, wake);
				if (asks != null) {
					next.add(asks);
				}
				return present.isEmpty() ? null : present;
			});
		}
		next.forEach(this::letAsk);
	}

	private void letAsk(Runnable wake) {
		try {
			// Not within this call: it may be refused at once, and let the next one ask.
			this.timer.after(0, wake);
		}
		catch (RuntimeException | Error ex) {
			// What follows is the clean-up of the caller's own attempt.
			Log.warn(logger, "A caller could not be woken; it asks when its pause ends", ex);
		}
	}

	/**
	 * Returns how many times as long as usual a caller pauses between its attempts.
	 */
	int pauses(List<String> keys, Runnable wake) {
		int[] pauses = { 1 };
		for (String key : keys) {
			this.crowds.computeIfPresent(key, (same, present) -> {
				pauses[0] = Math.max(pauses[0], present.pauses(wake));
				return present;
			});
		}
		return pauses[0];
	}

	boolean want(String key) {
		return this.crowds.containsKey(key);
	}

}
