package dev.redlock.jedis;

import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Makes the connections that a pool keeps for lanes.
 */
final class LaneConnectionFactory extends ConnectionFactory {

	private final JedisNodeSettings settings;

	private final ConnectDeadline deadline;

	LaneConnectionFactory(JedisNodeSettings settings, ConnectDeadline deadline) {
		super(address(settings), config(settings));
		this.settings = settings;
		this.deadline = deadline;
	}

	@Override
	public PooledObject<Connection> makeObject() {
		JedisClientConfig config = config(this.settings);
		OneSocketFactory sockets = new OneSocketFactory(this.settings, config);
		try {
			return this.deadline.within(sockets::cut,
					() -> new DefaultPooledObject<>(new LaneConnection(this.settings.name(), sockets, config)));
		}
		catch (Throwable ex) {
			// Jedis closes it for its own exceptions only.
			sockets.cut();
			if (ex instanceof RuntimeException && !(ex instanceof JedisException)) {
				throw new JedisConnectionException(
						"The server's first answer is none that Jedis understands: " + ex.getMessage(), ex);
			}
			throw ex;
		}
	}

	private static HostAndPort address(JedisNodeSettings settings) {
		return new HostAndPort(settings.uri().host(), settings.uri().port());
	}

	private static JedisClientConfig config(JedisNodeSettings settings) {
		int timeout = Math.toIntExact(settings.connectTimeout().toMillis());
		return DefaultJedisClientConfig.builder()
			.connectionTimeoutMillis(timeout)
			.socketTimeoutMillis(timeout)
			.user(settings.effectiveUsername())
			.password(settings.effectivePassword())
			.clientName(settings.clientName())
			.database(settings.uri().database())
			.build();
	}

}
