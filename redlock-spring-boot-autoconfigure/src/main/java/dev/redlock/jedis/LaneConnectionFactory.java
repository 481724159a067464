package dev.redlock.jedis;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.IOUtils;

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
		return new DefaultPooledObject<>(new Connection(new OneSocketFactory(this.settings, config), config));
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

	/**
	 * Connects once. A Jedis connection that was closed would connect again on its next
	 * write, without authentication and on the thread that wanted a lock.
	 */
	private static final class OneSocketFactory extends DefaultJedisSocketFactory {

		private final JedisNodeSettings settings;

		private final AtomicBoolean used = new AtomicBoolean();

		OneSocketFactory(JedisNodeSettings settings, JedisClientConfig config) {
			super(address(settings), config);
			this.settings = settings;
		}

		@Override
		public Socket createSocket() {
			if (!this.used.compareAndSet(false, true)) {
				throw new JedisConnectionException("The connection was closed");
			}
			Socket socket = super.createSocket();
			return this.settings.uri().tls() ? encrypt(socket) : socket;
		}

		private SSLSocket encrypt(Socket socket) {
			NodeUri uri = this.settings.uri();
			Supplier<SSLContext> context = this.settings.sslContext();
			try {
				SSLContext present = (context != null) ? context.get() : SSLContext.getDefault();
				SSLSocket encrypted = (SSLSocket) present.getSocketFactory()
					.createSocket(socket, uri.host(), uri.port(), true);
				SSLParameters parameters = encrypted.getSSLParameters();
				// Jedis 7 does not check by itself that the certificate is that of the
				// host.
				parameters.setEndpointIdentificationAlgorithm("HTTPS");
				encrypted.setSSLParameters(parameters);
				encrypted.startHandshake();
				return encrypted;
			}
			catch (IOException | GeneralSecurityException ex) {
				IOUtils.closeQuietly(socket);
				throw new JedisConnectionException("TLS failed: " + ex.getMessage(), ex);
			}
		}

	}

}
