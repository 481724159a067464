package dev.redlock.test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A certificate that an authority of its own has signed, made by the tool of the JDK.
 */
public final class TestCertificate {

	/**
	 * The file of the certificate.
	 */
	public static final String CERTIFICATE = "cert.pem";

	/**
	 * The file of the private key.
	 */
	public static final String KEY = "key.pem";

	/**
	 * The file of the authority's certificate, which is what a client has to trust.
	 */
	public static final String AUTHORITY = "ca.pem";

	private static final String PASSWORD = "changeit";

	private final KeyStore keys;

	private TestCertificate(KeyStore keys) {
		this.keys = keys;
	}

	/**
	 * Makes a certificate.
	 * @param name for what it is good, such as {@code ip:127.0.0.1} or
	 * {@code dns:example.org}
	 * @return the certificate
	 */
	public static TestCertificate of(String name) {
		try {
			Path file = Files.createTempDirectory("redlock-keys").resolve("keys.p12");
			try {
				keytool(file, "-alias", "ca", "-dname", "CN=ca", "-ext", "bc:c");
				keytool(file, "-alias", "server", "-dname", "CN=server", "-ext", "SAN=" + name, "-signer", "ca");
				KeyStore keys = KeyStore.getInstance("PKCS12");
				keys.load(new ByteArrayInputStream(Files.readAllBytes(file)), PASSWORD.toCharArray());
				return new TestCertificate(keys);
			}
			finally {
				Files.deleteIfExists(file);
				Files.delete(file.getParent());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void keytool(Path file, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keyalg",
						"EC", "-groupname", "secp256r1", "-storetype", "PKCS12", "-keystore", file.toString(),
						"-storepass", PASSWORD));
		command.addAll(List.of(arguments));
		Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (keytool.onExit().join().exitValue() != 0) {
			throw new IllegalStateException("keytool failed: " + output);
		}
	}

	/**
	 * Writes the three files, over those of an earlier certificate.
	 * @param directory gets them
	 * @return the directory
	 */
	public Path writeTo(Path directory) {
		try {
			Files.createDirectories(directory);
			Certificate[] chain = this.keys.getCertificateChain("server");
			write(directory.resolve(CERTIFICATE), "CERTIFICATE", chain[0].getEncoded());
			write(directory.resolve(AUTHORITY), "CERTIFICATE", chain[chain.length - 1].getEncoded());
			write(directory.resolve(KEY), "PRIVATE KEY",
					this.keys.getKey("server", PASSWORD.toCharArray()).getEncoded());
			return directory;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void write(Path file, String type, byte[] content) throws IOException {
		String body = Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(content);
		Files.writeString(file, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
	}

}
