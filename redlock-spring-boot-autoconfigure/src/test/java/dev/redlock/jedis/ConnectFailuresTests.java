package dev.redlock.jedis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.exceptions.JedisConnectionException;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is said of an address that leads to something else than what it says.
 */
@Timeout(60)
class ConnectFailuresTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	@ParameterizedTest
	@CsvSource({ "HTTP/1.1 400 Bad Request, begins with 'H'", "SSH-2.0-OpenSSH, begins with 'S'",
			"'\u0016\u0003\u0001', begins with the byte 22" })
	void aServerThatDoesNotSpeakLikeRedisIsNamedAsSuch(String answer, String text) throws IOException {
		try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
			serve(server, answer);
			assertDetail("redis", server.getLocalPort(), "it is no Redis server, since its answer " + text);
		}
	}

	@Test
	void aServerThatHangsUpMayBeOneWithTls() throws IOException {
		try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
			serve(server, "");
			assertDetail("redis", server.getLocalPort(), "its address begins with rediss://");
		}
	}

	@Test
	void aServerThatSaysNothingToTlsMayBeOneWithout() {
		assertDetail("rediss", servers.get(0).port(),
				"TLS failed: the server does not answer the handshake (Read timed out). If it is one without TLS, "
						+ "its address begins with redis://");
	}

	@Test
	void aHostThatCanNotBeReachedIsNotTakenForOneThatHangsUp() {
		JedisConnectionException failure = new JedisConnectionException(
				"Failed to connect to 192.0.2.1:6379: No route to host", new NoRouteToHostException());
		assertThat(ConnectFailures.explain(failure, false)).isSameAs(failure);
		assertThat(ConnectFailures.explain(failure, true)).isSameAs(failure);
	}

	private void assertDetail(String scheme, int port, String text) {
		JedisNodeSettings of = JedisNodeSettings.of(NodeUri.parse(scheme + "://127.0.0.1:" + port));
		JedisNode node = this.nodes.start(new JedisNodeSettings(of.name(), of.uri(), null, null, "redlock",
				Duration.ofMillis(50), Duration.ofMillis(500), null, 1, null));
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(node.status().detail()).contains(text));
	}

	private static void serve(ServerSocket server, String answer) {
		Thread thread = new Thread(() -> {
			while (!server.isClosed()) {
				try (Socket client = server.accept()) {
					// What it has not read makes a reset of the end.
					client.getInputStream().read();
					client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
				}
				catch (IOException ex) {
					// The client has hung up, or the test is over.
				}
			}
		});
		thread.setDaemon(true);
		thread.start();
	}

}
