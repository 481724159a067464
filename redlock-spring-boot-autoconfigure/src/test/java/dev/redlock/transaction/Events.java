package dev.redlock.transaction;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What happened, in order.
 */
final class Events {

	private final List<String> all = new CopyOnWriteArrayList<>();

	void add(String event) {
		this.all.add(event);
	}

	List<String> asList() {
		return List.copyOf(this.all);
	}

	void clear() {
		this.all.clear();
	}

}
