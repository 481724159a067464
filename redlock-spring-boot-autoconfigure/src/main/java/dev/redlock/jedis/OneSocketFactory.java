package dev.redlock.jedis;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
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

	private static final String NOT_CONNECTED = "Failed to connect to ";

	private static final String UNKNOWN_HOST = "The host name ";

	private static final String TLS_FAILED = "TLS failed: ";

	private final JedisNodeSettings settings;

	private final AtomicBoolean used = new AtomicBoolean();

	private volatile @Nullable SocketChannel channel;

	private volatile @Nullable SSLSocket encrypted;

	private volatile boolean cutOff;

	/** Below any encryption. */
	private volatile @Nullable Socket raw;

	OneSocketFactory(JedisNodeSettings settings, JedisClientConfig config) {
		super(new HostAndPort(settings.uri().host(), settings.uri().port()), config);
		this.settings = settings;
	}

	/**
	 * Returns whether a failure is one to make a connection and says why.
	 */
	static boolean hasExplained(String failure) {
		return isNotConnected(failure) || failure.startsWith(TLS_FAILED);
	}

	/**
	 * Returns whether a failure is one to reach the host.
	 */
	static boolean isNotConnected(String failure) {
		return failure.startsWith(NOT_CONNECTED) || failure.startsWith(UNKNOWN_HOST);
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
	 * Closes the socket below any encryption: that would wait for a write that is stuck,
	 * to say good-bye after it. Never blocks.
	 */
	void cut() {
		this.cutOff = true;
		IOUtils.closeQuietly(this.raw);
	}

	@Override
	public Socket createSocket() {
		if (!this.used.compareAndSet(false, true)) {
			throw new JedisConnectionException("The connection was closed");
		}
		Socket socket = connect();
		this.raw = socket;
		if (this.cutOff) {
			cut();
		}
		if (this.settings.uri().tls()) {
			SSLSocket encrypted = encrypt(socket);
			this.encrypted = encrypted;
			return encrypted;
		}
		this.channel = socket.getChannel();
		return socket;
	}

	/**
	 * Does what the factory of Jedis does, whose sockets have no channel and whose
	 * failures say neither that a host is unknown nor why it can't be reached.
	 */
	private Socket connect() {
		List<Exception> failures = new ArrayList<>();
		for (InetAddress host : hosts()) {
			try {
				return connect(host);
			}
			catch (IOException | RuntimeException ex) {
				failures.add(ex);
			}
		}
		Exception last = failures.get(failures.size() - 1);
		String reason = (last instanceof SocketTimeoutException) ? "timed out" : String.valueOf(last.getMessage());
		JedisConnectionException failure = new JedisConnectionException(
				NOT_CONNECTED + getHostAndPort() + ": " + reason, last);
		failures.subList(0, failures.size() - 1).forEach(failure::addSuppressed);
		throw failure;
	}

	private InetAddress[] hosts() {
		String host = this.settings.uri().host();
		try {
			return InetAddress.getAllByName(host);
		}
		catch (UnknownHostException ex) {
			throw new JedisConnectionException(UNKNOWN_HOST + host + " can't be resolved", ex);
		}
	}

	private Socket connect(InetAddress host) throws IOException {
		Socket socket = this.settings.uri().tls() ? new Socket() : SocketChannel.open().socket();
		try {
			connect(socket, host);
			return socket;
		}
		catch (Throwable ex) {
			IOUtils.closeQuietly(socket);
			throw ex;
		}
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
		catch (SocketTimeoutException ex) {
			throw failed(socket, new SSLException("the server does not answer the handshake (" + ex.getMessage()
					+ "). If it is one without TLS, its address begins with redis://", ex));
		}
		catch (IOException | GeneralSecurityException | RuntimeException ex) {
			throw failed(socket, ex);
		}
	}

	private static JedisConnectionException failed(Socket socket, Exception ex) {
		IOUtils.closeQuietly(socket);
		return new JedisConnectionException(TLS_FAILED + ex.getMessage(), ex);
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
