package dev.redlock.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.util.StringUtils;
import org.springframework.web.client.RestClient;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockConnectionDetails.Node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The application when no nodes are configured.
 */
@ExtendWith(OutputCaptureExtension.class)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = "spring.datasource.url=jdbc:h2:mem:embedded;DB_CLOSE_DELAY=-1")
@DirtiesContext
class EmbeddedNodesTests {

	private static final Pattern NODES = Pattern.compile("redlock\\.nodes=redis://127\\.0\\.0\\.1:.*");

	@Autowired
	private ConfigurableApplicationContext context;

	@LocalServerPort
	private int port;

	@Test
	void reservationsWorkOnFiveServersThatTheApplicationStarts() {
		assertThat(uris(this.context)).hasSize(5).doesNotHaveDuplicates().allMatch(EmbeddedNodesTests::answersPing);
		assertThat(status(HttpMethod.PUT, "/stock/coat?quantity=1")).isEqualTo(200);
		assertThat(status(HttpMethod.POST, "/stock/coat/reservations")).isEqualTo(201);
		assertThat(status(HttpMethod.POST, "/stock/coat/reservations")).isEqualTo(409);
		assertThat(status(HttpMethod.POST, "/stock/hat/reservations")).isEqualTo(404);
	}

	@Test
	void theLoggedAddressesCanBePastedIntoTheCommandLineOfAnotherInstance(CapturedOutput output) throws Exception {
		int before = output.getOut().length();
		try (ConfigurableApplicationContext first = run("first")) {
			List<String> logged = NODES.matcher(output.getOut().substring(before))
				.results()
				.map(MatchResult::group)
				.toList();
			assertThat(logged).singleElement(InstanceOfAssertFactories.STRING).contains(uris(first));
			try (ConfigurableApplicationContext second = run("second", "--" + logged.get(0), "--redlock.wait-time=0",
					"--redlock.node-timeout=1s");
					Lease lease = first.getBean(Redlock.class).acquire(LockRequest.of("shared"))) {
				assertThat(second.getBeansOfType(EmbeddedRedis.class)).isEmpty();
				Redlock other = second.getBean(Redlock.class);
				assertThatExceptionOfType(LockHeldException.class)
					.isThrownBy(() -> other.acquire(LockRequest.of("shared")));
				lease.release();
				other.acquire(LockRequest.of("shared")).close();
			}
		}
	}

	@Test
	void anEmptyListOfNodesIsNone() {
		try (ConfigurableApplicationContext context = run("empty", "--redlock.nodes=")) {
			assertThat(uris(context)).hasSize(5);
		}
	}

	@Test
	void aNodeMayBeWrittenAsAnObject() {
		String uri = uris(this.context).get(0);
		try (ConfigurableApplicationContext context = run("object", "--redlock.nodes[0].uri=" + uri)) {
			assertThat(context.getBeansOfType(EmbeddedRedis.class)).isEmpty();
		}
	}

	@Test
	void theServersEndWithTheApplication() {
		List<String> uris;
		try (ConfigurableApplicationContext context = run("ended")) {
			uris = uris(context);
			assertThat(uris).hasSize(5).allMatch(EmbeddedNodesTests::acceptsConnections);
		}
		assertThat(uris).noneMatch(EmbeddedNodesTests::acceptsConnections);
	}

	private static ConfigurableApplicationContext run(String database, String... arguments) {
		return new SpringApplicationBuilder(SampleApplication.class)
			.properties("server.port=0", "server.address=127.0.0.1")
			.run(StringUtils.addStringToArray(arguments, "--spring.datasource.url=jdbc:h2:mem:" + database));
	}

	private int status(HttpMethod method, String path) {
		return RestClient.create("http://127.0.0.1:" + this.port)
			.method(method)
			.uri(path)
			.exchange((request, response) -> response.getStatusCode().value());
	}

	private static List<String> uris(ConfigurableApplicationContext context) {
		return context.getBean(EmbeddedRedis.class).getNodes().stream().map(Node::uri).toList();
	}

	private static boolean answersPing(String uri) {
		try (Connection connection = new Connection(HostAndPort.from(URI.create(uri).getAuthority()))) {
			return connection.ping();
		}
	}

	private static boolean acceptsConnections(String uri) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(uri).getPort())) {
			return socket.isConnected();
		}
		catch (ConnectException ex) {
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
