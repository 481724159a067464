package dev.redlock.jedis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servers whose first answer is none that Jedis knows.
 */
@Timeout(60)
class FailedHandshakeTests {

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private final AtomicInteger made = new AtomicInteger();

	private final AtomicInteger gone = new AtomicInteger();

	@Test
	void noAttemptLeavesItsSocketOpen() throws IOException {
		List<String> details = new ArrayList<>();
		// What Jedis 7 does not expect of AUTH, and Jedis 8 not of HELLO.
		for (String answer : new String[] { ":1\r\n", "+OK\r\n" }) {
			int before = this.made.get();
			try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
				start(() -> accept(server, answer));
				JedisNode node = this.nodes
					.start(JedisNodeSettings.of(NodeUri.parse("redis://:secret@127.0.0.1:" + server.getLocalPort())));
				Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.made.get() >= before + 3);
				// One of the two answers is fine for the one or the other Jedis.
				details.add(node.status().detail());
				node.close();
			}
			Awaitility.await().untilAsserted(() -> assertThat(this.gone).hasValue(this.made.get()));
		}
		assertThat(details).anyMatch((detail) -> detail.contains("none that Jedis understands"));
	}

	private void accept(ServerSocket server, String answer) {
		while (!server.isClosed()) {
			try {
				Socket client = server.accept();
				this.made.incrementAndGet();
				start(() -> answer(client, answer));
			}
			catch (IOException ex) {
				// Closed: the loop ends.
			}
		}
	}

	private void answer(Socket client, String answer) {
		byte[] buffer = new byte[4096];
		try (client) {
			while (client.getInputStream().read(buffer) >= 0) {
				client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
			}
		}
		catch (IOException ex) {
			// The client has gone.
		}
		this.gone.incrementAndGet();
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "odd-server");
		thread.setDaemon(true);
		thread.start();
	}

}
