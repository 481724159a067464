package dev.redlock.drill.fault;

import java.io.IOException;
import java.io.UncheckedIOException;

import dev.redlock.test.CutOffNode;

/**
 * The wire from one client to one server. Belongs to the thread of the faults.
 */
final class Wire implements AutoCloseable {

	private final Server server;

	private final CutOffNode node;

	private boolean cut;

	Wire(Server server) {
		this.server = server;
		this.node = new CutOffNode(server.redis());
	}

	String uri() {
		return this.node.uri();
	}

	Server server() {
		return this.server;
	}

	boolean isCut() {
		return this.cut;
	}

	/**
	 * Makes it swallow everything.
	 */
	void cut() {
		this.node.cutOff();
		this.cut = true;
	}

	/**
	 * Lets everything through again, first what was swallowed.
	 */
	void heal() {
		if (this.cut) {
			this.node.heal();
			this.cut = false;
		}
	}

	@Override
	public void close() {
		try {
			this.node.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
