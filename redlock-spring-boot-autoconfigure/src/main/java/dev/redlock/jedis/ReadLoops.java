package dev.redlock.jedis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;

import org.jspecify.annotations.Nullable;

/**
 * The thread that reads what servers send, shared by all nodes of an application, and
 * started with the first connection. An encrypted connection (TLS) has two threads of its
 * own instead, one that reads and one that writes, since a socket of the JDK that
 * encrypts can only be used by waiting. Thread-safe.
 */
final class ReadLoops implements AutoCloseable {

	private @Nullable ReadLoop loop;

	private boolean closed;

	/**
	 * Takes over a connection on which no reply is under way, for all that follows.
	 * @param connection a connection that is ready for commands
	 * @return the wire, to be started
	 */
	Wire wire(LaneConnection connection) {
		SocketChannel channel = connection.channel();
		try {
			return (channel != null) ? new ChannelWire(channel, loop()) : new BlockingWire(connection);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private synchronized ReadLoop loop() throws IOException {
		if (this.closed) {
			throw new IllegalStateException("The read loop is closed");
		}
		ReadLoop loop = this.loop;
		if (loop == null) {
			loop = ReadLoop.start("redlock-reader");
			this.loop = loop;
		}
		return loop;
	}

	/**
	 * Ends the thread, and the connections that are still open.
	 */
	@Override
	public synchronized void close() {
		this.closed = true;
		if (this.loop != null) {
			this.loop.close();
		}
	}

}
