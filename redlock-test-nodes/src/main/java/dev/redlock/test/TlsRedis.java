package dev.redlock.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A redis-server process that has a port with TLS beside the one that a test uses to
 * control it.
 */
public final class TlsRedis extends ForwardingNode implements AutoCloseable {

	private final LocalRedis server;

	private final int tlsPort;

	private TlsRedis(LocalRedis server, int tlsPort) {
		super(server);
		this.server = server;
		this.tlsPort = tlsPort;
	}

	/**
	 * Starts a server.
	 * @param directory has the files of its certificate, which are read when it starts
	 * @param settings more arguments, such as {@code --tls-protocols}
	 * @return the server, which asks clients for no certificate unless the settings say
	 * so
	 */
	public static TlsRedis start(Path directory, String... settings) {
		try {
			int port = FreePorts.find(1).get(0);
			List<String> all = new ArrayList<>(List.of("--tls-port", Integer.toString(port), "--tls-cert-file",
					directory.resolve(TestCertificate.CERTIFICATE).toString(), "--tls-key-file",
					directory.resolve(TestCertificate.KEY).toString(), "--tls-ca-cert-file",
					directory.resolve(TestCertificate.AUTHORITY).toString(), "--tls-auth-clients", "no"));
			all.addAll(List.of(settings));
			return new TlsRedis(LocalRedis.startWith(all), port);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public String uri() {
		return "rediss://127.0.0.1:" + this.tlsPort;
	}

	@Override
	public void close() {
		this.server.close();
	}

}
