package dev.redlock.jedis;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A connection with a thread of its own, which waits for replies.
 */
final class BlockingWire implements Wire {

	private static final Logger logger = LoggerFactory.getLogger(BlockingWire.class);

	private final LaneConnection connection;

	private volatile @Nullable Throwable cause;

	BlockingWire(LaneConnection connection) {
		this.connection = connection;
		// Replies are waited for without end; whoever wants them watches the time.
		connection.setSoTimeout(0);
	}

	@Override
	public void start(ReplyReceiver receiver) {
		Thread thread = new Thread(() -> receive(receiver), "redlock-tls-" + this.connection.node());
		thread.setDaemon(true);
		thread.start();
	}

	private void receive(ReplyReceiver receiver) {
		try {
			while (true) {
				receiver.onReply(read());
				receiver.onPause();
			}
		}
		catch (Throwable ex) {
			Throwable cause = this.cause;
			disconnect();
			receiver.onEnd((cause != null) ? cause : ex);
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
		this.connection.sendCommand(command.arguments());
	}

	@Override
	public void flush() {
		// Reads nothing, but is the public way to flush.
		this.connection.getMany(0);
	}

	@Override
	public void close(@Nullable Throwable cause) {
		this.cause = cause;
		disconnect();
	}

	private void disconnect() {
		try {
			this.connection.forceDisconnect();
		}
		catch (IOException ex) {
			logger.debug("A connection did not close", ex);
		}
	}

}
