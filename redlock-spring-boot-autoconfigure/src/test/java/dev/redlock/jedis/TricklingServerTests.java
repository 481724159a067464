package dev.redlock.jedis;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections to what never stops to answer, byte by byte.
 */
@Timeout(60)
class TricklingServerTests {

	private static final long PAUSE_MILLIS = 20;

	/** Of a TLS server that will say hello, and of an answer to the first command. */
	private static final byte[] TLS_RECORD = { 0x16, 3, 3, 0x3f, 0, 2, 0, 0x3e, (byte) 0xfc, 3, 3 };

	private static final byte[] ANSWER = { '+' };

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private final ServerSocket listener = listen();

	private final AtomicInteger connections = new AtomicInteger();

	@AfterEach
	void stop() throws IOException {
		this.listener.close();
	}

	@ParameterizedTest
	@CsvSource({ "redis", "rediss" })
	void endAndAreTriedAgain(String scheme) {
		serve(scheme.equals("rediss") ? TLS_RECORD : ANSWER);
		JedisNodeSettings of = JedisNodeSettings
			.of(NodeUri.parse(scheme + "://127.0.0.1:" + this.listener.getLocalPort()));
		JedisNode node = this.nodes.start(new JedisNodeSettings(of.name(), of.uri(), null, null, "redlock",
				Duration.ofMillis(50), Duration.ofMillis(100), null, 1, null));
		Awaitility.await().until(() -> this.connections.get() > 1);
		assertThat(node.status().detail()).contains("the server has not let us in for 1000 ms");
	}

	private void serve(byte[] beginning) {
		Thread acceptor = new Thread(() -> {
			while (!this.listener.isClosed()) {
				accept(beginning);
			}
		}, "trickling-server");
		acceptor.setDaemon(true);
		acceptor.start();
	}

	private void accept(byte[] beginning) {
		try (Socket client = this.listener.accept()) {
			this.connections.incrementAndGet();
			OutputStream out = client.getOutputStream();
			out.write(beginning);
			while (!this.listener.isClosed()) {
				out.write('x');
				TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
			}
		}
		catch (IOException ex) {
			// The client has ended the connection.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static ServerSocket listen() {
		try {
			return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
