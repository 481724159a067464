package dev.redlock.jedis;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

import org.jspecify.annotations.Nullable;

/**
 * Writes the calls of a link, on whichever thread finds it free: that one writes the
 * whole queue, also what others add meanwhile.
 */
final class LinkWriter {

	private static final AtomicIntegerFieldUpdater<LinkWriter> WRITING = AtomicIntegerFieldUpdater
		.newUpdater(LinkWriter.class, "writing");

	private final Wire wire;

	private final EncodedCommands commands;

	private final Pipeline calls;

	/** One while somebody writes. */
	private volatile int writing;

	private volatile boolean closed;

	LinkWriter(Wire wire, EncodedCommands commands, Pipeline calls) {
		this.wire = wire;
		this.commands = commands;
		this.calls = calls;
	}

	/**
	 * Writes what is in the queue, unless another thread does so, or it is closed.
	 */
	void drain() {
		while (!this.closed && this.calls.isWritable() && WRITING.compareAndSet(this, 0, 1)) {
			try {
				writeQueue();
			}
			catch (Throwable ex) {
				// What was taken to be written and was not would get the next replies.
				// Closed before any call, which fails if the stack is exhausted: the
				// watchdog ends what is closed, and nothing is written any more.
				this.closed = true;
				close(ex);
			}
			finally {
				this.writing = 0;
			}
		}
	}

	private void writeQueue() {
		List<Exchange> next = this.calls.takeNext();
		while (!next.isEmpty()) {
			for (Exchange exchange : next) {
				this.wire.write(exchange.encoded(this.commands));
			}
			next = this.calls.takeNext();
		}
		this.wire.flush();
	}

	/**
	 * Begins no other write, and ends the connection.
	 * @param cause why, or {@code null}
	 */
	void close(@Nullable Throwable cause) {
		this.closed = true;
		this.wire.close(cause);
	}

	/**
	 * Begins no other write, for want of a connection.
	 */
	void end() {
		this.closed = true;
	}

	boolean isClosed() {
		return this.closed;
	}

}
