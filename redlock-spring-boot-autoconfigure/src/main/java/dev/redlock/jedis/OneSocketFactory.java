package dev.redlock.jedis;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslOptions;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.IOUtils;

/**
 * Connects once. A Jedis connection that was closed would connect again on its next
 * write, without authentication and on the thread that wanted a lock.
 */
final class OneSocketFactory extends DefaultJedisSocketFactory {

	private final JedisNodeSettings settings;

	private final AtomicBoolean used = new AtomicBoolean();

	private volatile @Nullable SocketChannel channel;

	private volatile @Nullable SSLSocket encrypted;

	/** Below the one that is encrypted. */
	private volatile @Nullable Socket raw;

	OneSocketFactory(JedisNodeSettings settings, JedisClientConfig config) {
		super(new HostAndPort(settings.uri().host(), settings.uri().port()), config);
		this.settings = settings;
	}

	/**
	 * Returns the channel of the socket; {@code null} if it is encrypted.
	 */
	@Nullable SocketChannel channel() {
		return this.channel;
	}

	/**
	 * Returns where the socket is written if it is encrypted.
	 */
	OutputStream output() throws IOException {
		return Objects.requireNonNull(this.encrypted, "not encrypted").getOutputStream();
	}

	/**
	 * Closes the socket if it is encrypted, below the encryption: that would wait for a
	 * write that is stuck, to say good-bye after it. Never blocks.
	 */
	void cut() {
		IOUtils.closeQuietly(this.raw);
	}

	@Override
	public Socket createSocket() {
		if (!this.used.compareAndSet(false, true)) {
			throw new JedisConnectionException("The connection was closed");
		}
		if (this.settings.uri().tls()) {
			Socket raw = super.createSocket();
			SSLSocket encrypted = encrypt(raw);
			this.raw = raw;
			this.encrypted = encrypted;
			return encrypted;
		}
		SocketChannel channel = connect();
		this.channel = channel;
		return channel.socket();
	}

	/**
	 * Does what the factory of Jedis does, whose sockets have no channel.
	 */
	private SocketChannel connect() {
		JedisConnectionException failure = new JedisConnectionException(
				"Failed to connect to " + getHostAndPort() + ".");
		try {
			for (InetAddress host : InetAddress.getAllByName(this.settings.uri().host())) {
				SocketChannel channel = SocketChannel.open();
				try {
					connect(channel.socket(), host);
					return channel;
				}
				catch (IOException | RuntimeException ex) {
					IOUtils.closeQuietly(channel.socket());
					failure.addSuppressed(ex);
				}
			}
		}
		catch (IOException ex) {
			throw new JedisConnectionException("Failed to create socket.", ex);
		}
		throw failure;
	}

	private void connect(Socket socket, InetAddress host) throws IOException {
		int timeout = Math.toIntExact(this.settings.connectTimeout().toMillis());
		socket.setReuseAddress(true);
		socket.setKeepAlive(true);
		socket.setTcpNoDelay(true);
		socket.setSoLinger(true, 0);
		socket.connect(new InetSocketAddress(host, this.settings.uri().port()), timeout);
		socket.setSoTimeout(timeout);
	}

	private SSLSocket encrypt(Socket socket) {
		try {
			Supplier<SslBundle> bundle = this.settings.sslBundle();
			return (bundle != null) ? encrypt(socket, bundle.get())
					: encrypt(socket, SSLContext.getDefault(), SslOptions.NONE);
		}
		catch (IOException | GeneralSecurityException | RuntimeException ex) {
			IOUtils.closeQuietly(socket);
			throw new JedisConnectionException("TLS failed: " + ex.getMessage(), ex);
		}
	}

	private SSLSocket encrypt(Socket socket, SslBundle bundle) throws IOException {
		return encrypt(socket, bundle.createSslContext(), bundle.getOptions());
	}

	private SSLSocket encrypt(Socket socket, SSLContext context, SslOptions options) throws IOException {
		NodeUri uri = this.settings.uri();
		SSLSocket encrypted = (SSLSocket) context.getSocketFactory().createSocket(socket, uri.host(), uri.port(), true);
		SSLParameters parameters = encrypted.getSSLParameters();
		if (options.getCiphers() != null) {
			parameters.setCipherSuites(options.getCiphers());
		}
		if (options.getEnabledProtocols() != null) {
			parameters.setProtocols(options.getEnabledProtocols());
		}
		// Jedis 7 does not check by itself that the certificate is that of the host.
		parameters.setEndpointIdentificationAlgorithm("HTTPS");
		encrypted.setSSLParameters(parameters);
		encrypted.startHandshake();
		return encrypted;
	}

}
