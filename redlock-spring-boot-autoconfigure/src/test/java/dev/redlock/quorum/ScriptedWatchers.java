package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.ReleaseWatch;

/**
 * Who is told by a scripted server of releases.
 */
final class ScriptedWatchers {

	private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

	/**
	 * Tells a process of each release of a key that is announced.
	 */
	ReleaseWatch watch(Object process, String key, Consumer<String> released) {
		Watcher watcher = new Watcher(process, key, released);
		this.watchers.add(watcher);
		return new ReleaseWatch() {

			@Override
			public boolean isListening() {
				return ScriptedWatchers.this.watchers.contains(watcher);
			}

			@Override
			public void close() {
				ScriptedWatchers.this.watchers.remove(watcher);
			}

		};
	}

	/**
	 * Tells of a release.
	 * @return how many processes were told
	 */
	long announce(Release command) {
		List<Watcher> told = this.watchers.stream()
			.filter((watcher) -> command.keys().contains(watcher.key()))
			.toList();
		told.forEach((watcher) -> watcher.released().accept(command.token().substring(0, 8)));
		return told.stream().map(Watcher::process).distinct().count();
	}

	/**
	 * Returns how many processes watch a key.
	 */
	long count(String key) {
		return this.watchers.stream().filter((watcher) -> watcher.key().equals(key)).count();
	}

	/**
	 * Tells nobody of releases any more, as after a connection broke.
	 */
	void forget() {
		this.watchers.clear();
	}

	private record Watcher(Object process, String key, Consumer<String> released) {
	}

}
