package dev.redlock.jedis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SocketChannel;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The Jedis connection below a wire. The wire takes it over when it is ready for
 * commands.
 */
final class LaneConnection extends Connection {

	private final String node;

	private final OneSocketFactory sockets;

	/**
	 * Neither has an initializer: the constructor of Jedis reads already.
	 */
	private @Nullable JedisDataException refusal;

	private boolean ready;

	LaneConnection(String node, OneSocketFactory sockets, JedisClientConfig config) {
		super(sockets, config);
		this.node = node;
		this.sockets = sockets;
		this.refusal = null;
		this.ready = true;
	}

	/**
	 * {@inheritDoc} What a server says before it ends the connection, as one with too
	 * many clients does, is why that ended; Jedis expects several answers and forgets it.
	 */
	@Override
	protected @Nullable Object readProtocolWithCheckingBroken() {
		try {
			Object reply = super.readProtocolWithCheckingBroken();
			this.refusal = null;
			return reply;
		}
		catch (JedisDataException ex) {
			// What is said of a command later has nothing to do with the connection.
			this.refusal = this.ready ? null : ex;
			throw ex;
		}
		catch (JedisConnectionException ex) {
			JedisDataException refusal = this.refusal;
			throw (refusal != null) ? new JedisConnectionException(refusal.getMessage(), ex) : ex;
		}
	}

	/**
	 * Returns the name of the node.
	 */
	String node() {
		return this.node;
	}

	/**
	 * Returns the channel below the connection; {@code null} if it is encrypted.
	 */
	@Nullable SocketChannel channel() {
		return this.sockets.channel();
	}

	/**
	 * Returns where commands can be written when Jedis does not write any more; may
	 * block.
	 */
	OutputStream output() throws IOException {
		return this.sockets.output();
	}

	/**
	 * Ends the connection under whoever reads or writes. Never blocks. Thread-safe.
	 */
	void cut() {
		this.sockets.cut();
	}

}
