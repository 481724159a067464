package dev.redlock.jedis;

import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.net.ssl.SSLParameters;

import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Makes the connections that a pool keeps for lanes.
 */
final class LaneConnectionFactory extends ConnectionFactory {

	private final JedisNodeSettings settings;

	LaneConnectionFactory(JedisNodeSettings settings) {
		super(address(settings), config(settings));
		this.settings = settings;
	}

	@Override
	public PooledObject<Connection> makeObject() {
		JedisClientConfig config = config(this.settings);
		return new DefaultPooledObject<>(new Connection(new OneSocketFactory(address(this.settings), config), config));
	}

	private static HostAndPort address(JedisNodeSettings settings) {
		return new HostAndPort(settings.uri().host(), settings.uri().port());
	}

	private static JedisClientConfig config(JedisNodeSettings settings) {
		int timeout = Math.toIntExact(settings.connectTimeout().toMillis());
		DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
			.connectionTimeoutMillis(timeout)
			.socketTimeoutMillis(timeout)
			.user(settings.effectiveUsername())
			.password(settings.effectivePassword())
			.clientName(settings.clientName())
			.database(settings.uri().database());
		if (settings.uri().tls()) {
			SSLParameters parameters = new SSLParameters();
			// Jedis does not check by itself that the certificate is that of the host.
			parameters.setEndpointIdentificationAlgorithm("HTTPS");
			config.ssl(true).sslParameters(parameters);
			if (settings.sslContext() != null) {
				config.sslSocketFactory(settings.sslContext().get().getSocketFactory());
			}
		}
		return config.build();
	}

	/**
	 * Connects once. A Jedis connection that was closed would connect again on its next
	 * write, without authentication and on the thread that wanted a lock.
	 */
	private static final class OneSocketFactory extends DefaultJedisSocketFactory {

		private final AtomicBoolean used = new AtomicBoolean();

		OneSocketFactory(HostAndPort address, JedisClientConfig config) {
			super(address, config);
		}

		@Override
		public Socket createSocket() {
			if (!this.used.compareAndSet(false, true)) {
				throw new JedisConnectionException("The connection was closed");
			}
			return super.createSocket();
		}

	}

}
