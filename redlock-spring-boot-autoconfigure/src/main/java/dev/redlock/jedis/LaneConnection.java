package dev.redlock.jedis;

import java.nio.channels.SocketChannel;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisClientConfig;

/**
 * A Jedis connection that a wire can take over when it is ready for commands.
 */
final class LaneConnection extends Connection {

	private final String node;

	private final @Nullable SocketChannel channel;

	LaneConnection(String node, OneSocketFactory sockets, JedisClientConfig config) {
		super(sockets, config);
		this.node = node;
		this.channel = sockets.channel();
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
		return this.channel;
	}

}
