package dev.redlock.jedis;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;

import dev.redlock.test.TestNode;

/**
 * Encrypts what goes to and from a server, with a certificate that the tool of the JDK
 * made.
 */
final class TlsWire implements AutoCloseable {

	private static final String PASSWORD = "changeit";

	private static final KeyStore KEYS = keyStore();

	private final SslBundle bundle;

	private final Relay relay;

	TlsWire(TestNode server) throws IOException {
		this.bundle = SslBundle.of(SslStoreBundle.of(KEYS, PASSWORD, KEYS));
		this.relay = new Relay(this.bundle.createSslContext()
			.getServerSocketFactory()
			.createServerSocket(0, 50, InetAddress.getLoopbackAddress()), server);
	}

	private static KeyStore keyStore() {
		try {
			Path file = Files.createTempDirectory("redlock-keys").resolve("keys.p12");
			try {
				Process keytool = new ProcessBuilder(
						Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias",
						"server", "-keyalg", "EC", "-dname", "CN=test", "-ext", "SAN=ip:127.0.0.1", "-storetype",
						"PKCS12", "-keystore", file.toString(), "-storepass", PASSWORD)
					.inheritIO()
					.start();
				if (keytool.onExit().join().exitValue() != 0) {
					throw new IllegalStateException("keytool failed");
				}
				return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
			}
			finally {
				Files.deleteIfExists(file);
				Files.delete(file.getParent());
			}
		}
		catch (IOException | GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Returns settings that trust the certificate.
	 */
	JedisNodeSettings settings() {
		JedisNodeSettings plain = JedisNodeSettings.of(NodeUri.parse("rediss://127.0.0.1:" + this.relay.port()));
		return new JedisNodeSettings(plain.name(), plain.uri(), null, null, "redlock", plain.connectTimeout(),
				plain.connectTimeout(), null, 1, () -> this.bundle);
	}

	/**
	 * Returns how many connections there have been.
	 */
	int connections() {
		return this.relay.connections();
	}

	void breakConnections() throws IOException {
		this.relay.breakConnections();
	}

	@Override
	public void close() throws IOException {
		this.relay.close();
	}

}
