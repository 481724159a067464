package dev.redlock.autoconfigure;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.test.TestNode;

/**
 * A guarded bean; public, so that a proxy in another class loader sees it.
 */
public class Counter {

	private final TestNode node;

	Counter(TestNode node) {
		this.node = node;
	}

	protected Counter() {
		this(null);
	}

	@DistributedLock(name = "counter", key = "#id")
	public String key(String id) {
		String token = this.node.get("counter:" + id);
		return (token != null && token.matches("[0-9a-f]{40}")) ? "40 hex digits" : String.valueOf(token);
	}

}
