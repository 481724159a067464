package dev.redlock.woven;

import dev.redlock.annotation.DistributedLock;

/**
 * Has a key that its own methods know, and is closed by the container.
 */
@DistributedLock(name = "ledger", key = "#root.target.id")
public class Ledger implements AutoCloseable {

	private static String whenClosed = "never";

	public String getId() {
		return "7";
	}

	@DistributedLock(name = "numbers")
	public String number() {
		return Orders.held();
	}

	@DistributedLock(name = "entry", key = "#root.target.number()")
	public String enter() {
		return Orders.held();
	}

	public String append() {
		return Orders.held();
	}

	@Override
	public void close() {
		whenClosed = Orders.held();
	}

	static String whenClosed() {
		return whenClosed;
	}

}
