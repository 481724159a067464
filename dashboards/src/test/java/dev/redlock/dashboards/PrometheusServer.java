package dev.redlock.dashboards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

import dev.redlock.test.FreePorts;

/**
 * A Prometheus on the loopback interface, from Debian's package.
 */
final class PrometheusServer implements AutoCloseable {

	private static final Duration START_LIMIT = Duration.ofSeconds(30);

	private final Process process;

	private final Path log;

	private final RestClient client;

	private final Thread hook;

	private PrometheusServer(Process process, Path log, int port) {
		this.process = process;
		this.log = log;
		this.client = RestClient.create("http://127.0.0.1:" + port);
		this.hook = new Thread(process::destroyForcibly);
		Runtime.getRuntime().addShutdownHook(this.hook);
	}

	static boolean isInstalled() {
		return Programs.areInstalled("prometheus", "promtool");
	}

	/**
	 * Starts the server.
	 * @param directory where the configuration is, and the data will be
	 * @param configuration the name of its file
	 * @return the server, when it is ready
	 */
	static PrometheusServer start(Path directory, String configuration) throws IOException {
		int port = FreePorts.find(1).get(0);
		Path log = directory.resolve("prometheus.log");
		Process process = new ProcessBuilder("prometheus", "--config.file=" + configuration,
				"--storage.tsdb.path=" + directory.resolve("prometheus"), "--web.listen-address=127.0.0.1:" + port)
			.directory(directory.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		PrometheusServer server = new PrometheusServer(process, log, port);
		server.awaitReady();
		return server;
	}

	private void awaitReady() throws IOException {
		try {
			Awaitility.await("Prometheus")
				.atMost(START_LIMIT)
				.failFast("It has ended", () -> !this.process.isAlive())
				.ignoreException(ResourceAccessException.class)
				.until(() -> this.client.get()
					.uri("/-/ready")
					.exchange((request, response) -> response.getStatusCode().is2xxSuccessful()));
		}
		catch (RuntimeException ex) {
			this.process.destroyForcibly();
			throw new IllegalStateException("Prometheus did not start:\n" + Files.readString(this.log), ex);
		}
	}

	/**
	 * Evaluates an expression now; fails if it is none.
	 * @param expression without variables of Grafana
	 * @return the values of the series
	 */
	List<Double> query(String expression) {
		return get("/api/v1/query?query={query}", expression).path("result")
			.valueStream()
			.map((series) -> value(series.get("value").get(1).stringValue()))
			.toList();
	}

	private static double value(String text) {
		return Double.parseDouble(text.replace("Inf", "Infinity"));
	}

	/**
	 * Returns the values of a label.
	 * @param selector of which series
	 * @param label the label
	 * @return its values
	 */
	List<String> labelValues(String selector, String label) {
		return get("/api/v1/label/{label}/values?match[]={selector}", label, selector).valueStream()
			.map(JsonNode::stringValue)
			.toList();
	}

	/**
	 * Returns the rules, with how Prometheus fared with them.
	 */
	List<JsonNode> rules() {
		return get("/api/v1/rules").get("groups")
			.valueStream()
			.flatMap((group) -> group.get("rules").valueStream())
			.toList();
	}

	private JsonNode get(String uri, Object... variables) {
		return this.client.get().uri(uri, variables).retrieve().requiredBody(JsonNode.class).get("data");
	}

	@Override
	public void close() {
		Programs.end(this.process);
		Runtime.getRuntime().removeShutdownHook(this.hook);
	}

}
