package dev.redlock.dashboards;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

import dev.redlock.dashboards.Programs.Outcome;
import dev.redlock.test.ServerProgram;

/**
 * Somebody who does what a page says, in an empty directory.
 */
final class Newcomer implements AutoCloseable {

	private static final Duration COMMAND_LIMIT = Duration.ofMinutes(1);

	private static final Duration START_LIMIT = Duration.ofMinutes(4);

	/**
	 * Much less than what a new server has to wait when the restart guard is on.
	 */
	private static final Duration VOTE_LIMIT = Duration.ofSeconds(15);

	private final Path directory;

	private final Path programs;

	private final LinkedRepository repository;

	private final int port;

	private final List<Process> started = new CopyOnWriteArrayList<>();

	private final Thread hook = new Thread(this::end);

	Newcomer(Path directory, LinkedRepository repository, int port) throws IOException {
		this.directory = Files.createDirectory(directory.resolve("application"));
		this.programs = Files.createDirectory(directory.resolve("programs"));
		this.repository = repository;
		this.port = port;
		installRedis();
		Runtime.getRuntime().addShutdownHook(this.hook);
	}

	/**
	 * Puts a redis-server on the path that leaves its process id behind.
	 */
	private void installRedis() throws IOException {
		Path program = this.programs.resolve("redis-server");
		Files.writeString(program,
				"#!/bin/sh\nexec %s \"$@\" --pidfile %s/$$.pid\n".formatted(ServerProgram.get(), this.programs));
		Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
	}

	Path directory() {
		return this.directory;
	}

	void write(Map<String, String> files) throws IOException {
		for (Map.Entry<String, String> file : files.entrySet()) {
			Path path = this.directory.resolve(file.getKey());
			Files.createDirectories(path.getParent());
			Files.writeString(path, file.getValue());
		}
	}

	/**
	 * Runs commands to their end.
	 * @param commands lines for a shell
	 * @return what they wrote
	 */
	String run(String commands) throws IOException, InterruptedException {
		Outcome outcome = Programs.run(shell(commands), COMMAND_LIMIT);
		if (outcome.status() != 0) {
			throw new IllegalStateException(commands + "ended with " + outcome);
		}
		return outcome.output();
	}

	/**
	 * Runs commands that go on, and waits until the application answers.
	 * @param commands lines for a shell
	 */
	void start(String commands) throws IOException {
		Path log = this.directory.resolve("application.log");
		Process process = shell(commands).redirectErrorStream(true).redirectOutput(log.toFile()).start();
		this.started.add(process);
		try {
			Awaitility.await("the application to start")
				.atMost(START_LIMIT)
				.failFast("It has ended", () -> !process.isAlive())
				.ignoreException(ResourceAccessException.class)
				.until(() -> health() != null);
			Awaitility.await("the nodes to vote").atMost(VOTE_LIMIT).until(() -> health().is2xxSuccessful());
		}
		catch (RuntimeException ex) {
			throw new IllegalStateException("The application did not start:\n" + Files.readString(log), ex);
		}
	}

	private HttpStatusCode health() {
		return RestClient.create("http://127.0.0.1:" + this.port)
			.get()
			.uri("/actuator/health")
			.exchange((request, response) -> response.getStatusCode());
	}

	private ProcessBuilder shell(String commands) {
		ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", commands)
			.directory(this.directory.toFile());
		Map<String, String> environment = builder.environment();
		environment.merge("PATH", this.programs + ":" + Path.of(System.getProperty("newcomer.maven"), "bin") + ":",
				(path, first) -> first + path);
		environment.put("JAVA_HOME", System.getProperty("java.home"));
		environment.put("MAVEN_OPTS", "-Dmaven.repo.local=" + this.repository.directory());
		environment.put("SERVER_PORT", Integer.toString(this.port));
		environment.put("SERVER_ADDRESS", "127.0.0.1");
		return builder;
	}

	@Override
	public void close() {
		end();
		Runtime.getRuntime().removeShutdownHook(this.hook);
	}

	private void end() {
		this.started.forEach(Programs::end);
		try (Stream<Path> files = Files.list(this.programs)) {
			files.filter((file) -> file.toString().endsWith(".pid"))
				.map((file) -> Long.valueOf(Project.read(file).strip()))
				.flatMap((pid) -> ProcessHandle.of(pid).stream())
				.forEach(ProcessHandle::destroyForcibly);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
