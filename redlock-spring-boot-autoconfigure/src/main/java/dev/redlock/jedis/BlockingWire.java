package dev.redlock.jedis;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A connection with two threads of its own, one that waits for replies and one that waits
 * until the server takes what is written. Nobody else waits for the server.
 */
final class BlockingWire implements Wire {

	private static final Logger logger = LoggerFactory.getLogger(BlockingWire.class);

	private final LaneConnection connection;

	private final BackgroundOutput out;

	private final AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();

	/**
	 * Creates a wire.
	 * @param connection a connection on which no reply is under way
	 */
	BlockingWire(LaneConnection connection) throws IOException {
		this.connection = connection;
		this.out = new BackgroundOutput(connection.output());
		// Replies are waited for without end; whoever wants them watches the time.
		connection.setSoTimeout(0);
	}

	@Override
	public void start(ReplyReceiver receiver) {
		String node = this.connection.node();
		start(this::send, "redlock-tls-writer-" + node);
		try {
			start(() -> receive(receiver), "redlock-tls-" + node);
		}
		catch (Throwable ex) {
			// Without a reader nobody would end the writer.
			close(ex);
			throw ex;
		}
	}

	private static void start(Runnable task, String name) {
		DaemonThread.of(task, name).start();
	}

	private void send() {
		try {
			this.out.run();
		}
		catch (Throwable ex) {
			// The reader finds the connection closed and tells.
			close(ex);
		}
	}

	private void receive(ReplyReceiver receiver) {
		try {
			while (true) {
				Object reply = read();
				receiver.onArrival();
				receiver.onReply(reply);
				receiver.onPause();
			}
		}
		catch (Throwable ex) {
			try {
				close(ex);
				disconnect();
			}
			finally {
				receiver.onEnd(this.cause.get());
			}
		}
	}

	private @Nullable Object read() {
		try {
			return this.connection.getUnflushedObject();
		}
		catch (JedisDataException ex) {
			return ex;
		}
	}

	@Override
	public void write(EncodedCommand command) {
		this.out.write(command.bytes());
	}

	@Override
	public void flush() {
		this.out.flush();
	}

	@Override
	public void close(@Nullable Throwable cause) {
		this.cause.compareAndSet(null, cause);
		this.out.close();
		this.connection.cut();
	}

	/**
	 * Tells Jedis that the connection has ended. Only after it was cut: to end it in
	 * style, TLS would wait for a write that is stuck.
	 */
	private void disconnect() {
		try {
			this.connection.forceDisconnect();
		}
		catch (IOException ex) {
			logger.debug("A connection did not close", ex);
		}
	}

}
