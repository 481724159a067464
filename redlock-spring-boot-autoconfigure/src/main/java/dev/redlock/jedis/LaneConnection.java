package dev.redlock.jedis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SocketChannel;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisClientConfig;

/**
 * The Jedis connection below a wire. The wire takes it over when it is ready for
 * commands.
 */
final class LaneConnection extends Connection {

	private final String node;

	private final OneSocketFactory sockets;

	LaneConnection(String node, OneSocketFactory sockets, JedisClientConfig config) {
		super(sockets, config);
		this.node = node;
		this.sockets = sockets;
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
