package dev.redlock.jedis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A key that is watched on one server, and who does.
 */
final class Subscription {

	private final String key;

	private final List<Consumer<String>> watchers = new CopyOnWriteArrayList<>();

	private volatile boolean listening;

	Subscription(String key) {
		this.key = key;
	}

	String key() {
		return this.key;
	}

	void add(Consumer<String> watcher) {
		this.watchers.add(watcher);
	}

	/**
	 * Removes a watcher.
	 * @return whether it was the last one
	 */
	boolean remove(Consumer<String> watcher) {
		return this.watchers.remove(watcher) && this.watchers.isEmpty();
	}

	/**
	 * The server confirmed the subscription.
	 */
	void listening() {
		this.listening = true;
		released("");
	}

	/**
	 * The server can't be heard any more.
	 */
	void interrupted() {
		this.listening = false;
	}

	boolean isListening() {
		return this.listening;
	}

	void released(String release) {
		this.watchers.forEach((watcher) -> watcher.accept(release));
	}

}
