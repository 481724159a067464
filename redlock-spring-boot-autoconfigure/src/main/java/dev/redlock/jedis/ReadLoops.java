package dev.redlock.jedis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads that read what servers send, shared by all nodes of an application, and
 * started with the first connections. An encrypted connection (TLS) has two threads of
 * its own instead, one that reads and one that writes, since a socket of the JDK that
 * encrypts can only be used by waiting. Thread-safe.
 */
final class ReadLoops implements AutoCloseable {

	private final int count;

	private final List<ReadLoop> loops = new ArrayList<>();

	private int turn;

	private boolean closed;

	/**
	 * Creates the usual number of loops: one.
	 */
	ReadLoops() {
		this(1);
	}

	/**
	 * Creates loops.
	 * @param count the highest number of threads
	 */
	ReadLoops(int count) {
		this.count = count;
	}

	/**
	 * Takes over a connection on which no reply is under way, for all that follows.
	 * @param connection a connection that is ready for commands
	 * @return the wire, to be started
	 */
	Wire wire(LaneConnection connection) {
		SocketChannel channel = connection.channel();
		try {
			return (channel != null) ? new ChannelWire(channel, next()) : new BlockingWire(connection);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private synchronized ReadLoop next() throws IOException {
		if (this.closed) {
			throw new IllegalStateException("The read loops are closed");
		}
		if (this.loops.size() < this.count) {
			this.loops.add(ReadLoop.start("redlock-reader-" + this.loops.size()));
		}
		return this.loops.get(this.turn++ % this.count);
	}

	/**
	 * Ends the threads, and the connections that are still open.
	 */
	@Override
	public synchronized void close() {
		this.closed = true;
		this.loops.forEach(ReadLoop::close);
	}

}
