package dev.redlock.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * The application in a JVM of its own, and a client of it.
 */
final class SampleProcess implements AutoCloseable {

	private static final Pattern TOKEN = Pattern.compile("(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])");

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final Duration START_LIMIT = Duration.ofSeconds(60);

	private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

	private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final Process process;

	private final Path log;

	private final URI uri;

	private SampleProcess(Process process, Path log, URI uri) {
		this.process = process;
		this.log = log;
		this.uri = uri;
	}

	/**
	 * Starts the application and waits until it answers, whether its nodes are up or not.
	 * @param directory gets the log and the database
	 * @param name the name of the log
	 * @param nodes the addresses of the nodes
	 * @param properties more arguments, such as {@code --redlock.ttl=2s}
	 * @return the application
	 */
	static SampleProcess start(Path directory, String name, String nodes, String... properties) throws IOException {
		return start(directory, name, nodes, List.of(), List.of(properties));
	}

	/**
	 * Starts the application as it was processed ahead of time.
	 * @param directory gets the log and the database
	 * @param name the name of the log
	 * @param nodes the addresses of the nodes
	 * @param properties more arguments
	 * @return the application
	 */
	static SampleProcess startAheadOfTime(Path directory, String name, String nodes, String... properties)
			throws IOException {
		return start(directory, name, nodes, List.of("-Dspring.aot.enabled=true"), List.of(properties));
	}

	private static SampleProcess start(Path directory, String name, String nodes, List<String> options,
			List<String> properties) throws IOException {
		Path log = directory.resolve(name + ".log");
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-Xmx256m"));
		command.addAll(options);
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), SampleApplication.class.getName(),
				"--server.port=0", "--server.address=127.0.0.1",
				// A connection that the server closes while a client reuses it
				// fails.
				"--server.tomcat.keep-alive-timeout=10m", "--redlock.nodes=" + nodes,
				"--spring.datasource.url=jdbc:h2:file:" + directory.resolve("stock") + ";AUTO_SERVER=TRUE"));
		command.addAll(properties);
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
		Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
		try {
			SampleProcess sample = new SampleProcess(process, log,
					URI.create("http://127.0.0.1:" + awaitPort(process, log)));
			starting(process).until(() -> sample.get("/actuator/health/liveness").status() == 200);
			return sample;
		}
		catch (RuntimeException ex) {
			process.destroyForcibly();
			throw new IllegalStateException("The application did not start:\n" + Files.readString(log), ex);
		}
	}

	/**
	 * Returns the port that the application chose: one that was chosen for it could be
	 * taken meanwhile.
	 */
	private static String awaitPort(Process process, Path log) {
		return starting(process)
			.until(() -> PORT.matcher(Files.readString(log)).results().toList(), (ports) -> !ports.isEmpty())
			.get(0)
			.group(1);
	}

	private static ConditionFactory starting(Process process) {
		return Awaitility.await("the application to start")
			.atMost(START_LIMIT)
			.failFast("The process has ended", () -> !process.isAlive())
			.ignoreExceptionsInstanceOf(UncheckedIOException.class);
	}

	/**
	 * Returns what the application has logged.
	 */
	String log() throws IOException {
		return Files.readString(this.log);
	}

	/**
	 * Stops the whole process where it is; it does not notice.
	 */
	void pause() throws IOException {
		signal("STOP");
	}

	/**
	 * Lets the process go on.
	 */
	void resume() throws IOException {
		signal("CONT");
	}

	private void signal(String name) throws IOException {
		// Every shell has it built in, also where there is no program of that name.
		Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + this.process.pid()).start();
		if (kill.onExit().join().exitValue() != 0) {
			throw new IllegalStateException("kill -" + name + " failed");
		}
	}

	Answer get(String path) {
		return send("GET", path);
	}

	Answer put(String path) {
		return send("PUT", path);
	}

	Answer stock(String sku) {
		return get("/stock/" + sku);
	}

	Answer reserve(String sku) {
		return send("POST", "/stock/" + sku + "/reservations");
	}

	Answer reserveUnguarded(String sku) {
		return send("POST", "/stock/" + sku + "/reservations/unguarded");
	}

	private Answer send(String method, String path) {
		HttpRequest request = HttpRequest.newBuilder(this.uri.resolve(path))
			.method(method, BodyPublishers.noBody())
			.timeout(ANSWER_LIMIT)
			.build();
		long startedAt = System.nanoTime();
		try {
			HttpResponse<String> response = this.client.send(request, BodyHandlers.ofString());
			return new Answer(response.statusCode(), response.headers().firstValue("Content-Type").orElse(""),
					response.body(), Duration.ofNanos(System.nanoTime() - startedAt));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted in " + request, ex);
		}
	}

	@Override
	public void close() {
		this.process.destroy();
		try {
			if (!this.process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
				this.process.destroyForcibly().waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
			}
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
		requireNoToken();
	}

	/**
	 * A token proves ownership and must never be logged.
	 */
	private void requireNoToken() {
		try {
			if (TOKEN.matcher(log()).find()) {
				throw new AssertionError("There is a token in " + this.log + ":\n" + log());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
