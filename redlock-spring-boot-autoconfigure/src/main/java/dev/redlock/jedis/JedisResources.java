package dev.redlock.jedis;

import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * What all nodes of an application share: the threads that read what servers send, what
 * is sent to them, which server is which, a timer and a clock. Thread-safe.
 */
public final class JedisResources implements AutoCloseable {

	private final ServerRegistry registry = new ServerRegistry();

	private final EncodedCommands commands = new EncodedCommands();

	private final ReadLoops loops = new ReadLoops();

	private final ScheduledExecutorService timer;

	private final LongSupplier clock;

	/**
	 * Creates the resources of an application.
	 * @param timer runs time-outs; its owner shuts it down after the nodes are closed
	 * @param clock a monotonic clock in nanoseconds
	 */
	public JedisResources(ScheduledExecutorService timer, LongSupplier clock) {
		this.timer = timer;
		this.clock = clock;
	}

	ServerRegistry registry() {
		return this.registry;
	}

	EncodedCommands commands() {
		return this.commands;
	}

	ReadLoops loops() {
		return this.loops;
	}

	ScheduledExecutorService timer() {
		return this.timer;
	}

	LongSupplier clock() {
		return this.clock;
	}

	/**
	 * Ends the threads that read, and the connections that are still open. To be called
	 * after the nodes were closed.
	 */
	@Override
	public void close() {
		this.loops.close();
	}

}
