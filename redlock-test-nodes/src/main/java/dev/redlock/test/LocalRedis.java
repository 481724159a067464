package dev.redlock.test;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;

/**
 * A redis-server process on the loopback interface. Keeps nothing on disk.
 *
 * @see ServerProgram
 */
public final class LocalRedis implements TestNode, AutoCloseable {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

	private final int port;

	private final File executable;

	private final Path directory;

	private @Nullable Process process;

	private boolean paused;

	private final List<String> settings;

	private LocalRedis(File executable, int port, List<String> settings) throws IOException {
		this.executable = executable;
		this.directory = Files.createTempDirectory("redis-" + port);
		this.port = port;
		this.settings = settings;
	}

	/**
	 * Starts some servers.
	 * @param count how many
	 * @return the servers, each on a free port
	 */
	public static List<LocalRedis> start(int count) {
		try {
			File executable = ServerProgram.get();
			List<LocalRedis> servers = new ArrayList<>();
			for (int port : FreePorts.find(count)) {
				servers.add(new LocalRedis(executable, port, List.of()));
			}
			servers.forEach(LocalRedis::launch);
			for (int i = 0; i < count; i++) {
				servers.set(i, servers.get(i).answering());
			}
			return servers;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts a server with settings of its own.
	 * @param settings more arguments, such as {@code --tls-port}
	 * @return the server, on a free port
	 */
	public static LocalRedis startWith(List<String> settings) throws IOException {
		return startAt(FreePorts.find(1).get(0), settings);
	}

	static LocalRedis startAt(int port, List<String> settings) throws IOException {
		LocalRedis server = new LocalRedis(ServerProgram.get(), port, settings);
		server.launch();
		return server.answering();
	}

	/**
	 * Waits until the server answers.
	 * @return the server, or another one if somebody else has taken its port meanwhile
	 */
	private LocalRedis answering() throws IOException {
		try {
			awaitAnswer();
			return this;
		}
		catch (RuntimeException ex) {
			if (!Files.readString(log()).contains("Address already in use")) {
				throw ex;
			}
		}
		close();
		LocalRedis other = new LocalRedis(this.executable, FreePorts.find(1).get(0), this.settings);
		other.launch();
		other.awaitAnswer();
		return other;
	}

	private void launch() {
		try {
			List<String> command = new ArrayList<>(
					List.of(this.executable.getPath(), "--port", Integer.toString(this.port), "--bind", "127.0.0.1",
							"--save", "", "--appendonly", "no", "--dir", this.directory.toString()));
			command.addAll(this.settings);
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(log().toFile())
				.start();
			this.process = process;
			Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void awaitAnswer() {
		Process process = this.process;
		String server = "redis-server on port " + this.port + ", log in " + this.directory;
		Awaitility.await(server)
			.atMost(START_TIMEOUT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(10))
			.failFast(server + ", has ended", () -> process == null || !process.isAlive())
			.until(this::isAnswering);
	}

	@Override
	public int port() {
		return this.port;
	}

	@Override
	public void kill() {
		Process process = this.process;
		if (process != null) {
			process.destroyForcibly();
			awaitExit(process);
			this.process = null;
			this.paused = false;
		}
	}

	private static void awaitExit(Process process) {
		try {
			process.waitFor();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void restart() {
		kill();
		launch();
		awaitAnswer();
	}

	@Override
	public void pause() {
		ProcessSignal.pause(running());
		this.paused = true;
	}

	@Override
	public void resume() {
		ProcessSignal.resume(running());
		this.paused = false;
	}

	private Process running() {
		Process process = this.process;
		if (process == null) {
			throw new IllegalStateException("The server on port " + this.port + " is not running");
		}
		return process;
	}

	@Override
	public void reset() {
		if (this.process == null) {
			launch();
		}
		else if (this.paused) {
			resume();
		}
		awaitAnswer();
		run(Protocol.Command.FLUSHALL);
		run(Protocol.Command.SCRIPT, "FLUSH");
	}

	@Override
	public void close() {
		kill();
		try (Stream<Path> files = Files.walk(this.directory)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(file);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path log() {
		return this.directory.resolve("redis.log");
	}

}
