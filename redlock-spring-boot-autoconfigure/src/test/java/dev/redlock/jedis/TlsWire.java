package dev.redlock.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.SSLServerSocket;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;

import dev.redlock.test.TestNode;

/**
 * Encrypts what goes to and from a server, with a certificate that the tool of the JDK
 * made.
 */
final class TlsWire implements AutoCloseable {

	private static final String PASSWORD = "changeit";

	private final TestNode server;

	private final SslBundle bundle;

	private final SSLServerSocket listener;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final AtomicInteger connections = new AtomicInteger();

	TlsWire(TestNode server, Path directory) throws Exception {
		this.server = server;
		KeyStore keys = keyStore(directory.resolve("keys.p12"));
		this.bundle = SslBundle.of(SslStoreBundle.of(keys, PASSWORD, keys));
		this.listener = (SSLServerSocket) this.bundle.createSslContext()
			.getServerSocketFactory()
			.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
		start(this::accept);
	}

	private static KeyStore keyStore(Path file) throws Exception {
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", "CN=test", "-ext", "SAN=ip:127.0.0.1",
				"-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", PASSWORD)
			.inheritIO()
			.start();
		if (keytool.waitFor() != 0) {
			throw new IllegalStateException("keytool failed");
		}
		KeyStore keys = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(file)) {
			keys.load(in, PASSWORD.toCharArray());
		}
		return keys;
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "tls-wire");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				Socket client = this.listener.accept();
				Socket upstream = new Socket(InetAddress.getLoopbackAddress(), this.server.port());
				this.sockets.add(client);
				this.connections.incrementAndGet();
				start(() -> copy(client, upstream));
				start(() -> copy(upstream, client));
			}
			catch (IOException ex) {
				// Closed: the loop ends.
			}
		}
	}

	private static void copy(Socket from, Socket to) {
		try (from; to) {
			from.getInputStream().transferTo(to.getOutputStream());
		}
		catch (IOException ex) {
			// One side has gone: closing both is all there is to do.
		}
	}

	/**
	 * Returns settings that trust the certificate.
	 */
	JedisNodeSettings settings() {
		JedisNodeSettings plain = JedisNodeSettings
			.of(NodeUri.parse("rediss://127.0.0.1:" + this.listener.getLocalPort()));
		return new JedisNodeSettings(plain.name(), plain.uri(), null, null, "redlock", plain.connectTimeout(),
				plain.connectTimeout(), null, 1, () -> this.bundle);
	}

	/**
	 * Returns how many connections there have been.
	 */
	int connections() {
		return this.connections.get();
	}

	void breakConnections() throws IOException {
		for (Socket socket : this.sockets) {
			socket.close();
		}
		this.sockets.clear();
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		breakConnections();
	}

}
