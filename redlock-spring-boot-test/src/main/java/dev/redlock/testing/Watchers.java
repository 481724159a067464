package dev.redlock.testing;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.redlock.node.ReleaseWatch;

/**
 * Who wants to hear of releases. Thread-safe.
 */
final class Watchers {

	private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

	ReleaseWatch watch(String key, Consumer<String> released) {
		Watcher watcher = new Watcher(key, released);
		this.watchers.add(watcher);
		released.accept("");
		return new ReleaseWatch() {

			@Override
			public boolean isListening() {
				return Watchers.this.watchers.contains(watcher);
			}

			@Override
			public void close() {
				Watchers.this.watchers.remove(watcher);
			}

		};
	}

	/**
	 * Tells of a release.
	 * @param keys what was released
	 * @param release the name of the release
	 * @return how many connections were told: one, if anybody
	 */
	long announce(Collection<String> keys, String release) {
		List<Watcher> told = this.watchers.stream().filter((watcher) -> keys.contains(watcher.key())).toList();
		told.forEach((watcher) -> watcher.released().accept(release));
		return told.isEmpty() ? 0 : 1;
	}

	/**
	 * Tells of a release of whatever is watched.
	 * @param release the name of the release
	 */
	void announceAll(String release) {
		this.watchers.forEach((watcher) -> watcher.released().accept(release));
	}

	private record Watcher(String key, Consumer<String> released) {
	}

}
