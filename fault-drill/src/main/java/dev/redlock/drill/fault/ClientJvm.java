package dev.redlock.drill.fault;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import tools.jackson.databind.json.JsonMapper;

import dev.redlock.drill.client.DrillClient;
import dev.redlock.drill.client.Message;
import dev.redlock.drill.history.Possession;
import dev.redlock.test.ProcessSignal;

/**
 * A {@link DrillClient} from the outside.
 */
public final class ClientJvm implements AutoCloseable {

	private final String name;

	private final Process process;

	private final BufferedWriter input;

	private final Thread reader;

	private final Queue<Possession> possessions = new ConcurrentLinkedQueue<>();

	private final Queue<String> complaints = new ConcurrentLinkedQueue<>();

	private volatile boolean idle;

	private boolean paused;

	private ClientJvm(String name, Process process, Path log) {
		this.name = name;
		this.process = process;
		this.input = process.outputWriter(StandardCharsets.UTF_8);
		this.reader = new Thread(() -> read(log), name + "-output");
		this.reader.setDaemon(true);
		this.reader.start();
	}

	/**
	 * Starts a client.
	 * @param name its name
	 * @param properties those of its application
	 * @param arguments the rest of what {@link DrillClient} wants
	 * @param log gets what it logs
	 * @return the client
	 */
	static ClientJvm start(String name, List<String> properties, List<String> arguments, Path log) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
		properties.forEach((property) -> command.add("-D" + property));
		command.addAll(List.of(DrillClient.class.getName(), name));
		command.addAll(arguments);
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
			return new ClientJvm(name, process, log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read(Path log) {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8);
				PrintWriter rest = new PrintWriter(Files.newBufferedWriter(log))) {
			String line;
			while ((line = output.readLine()) != null) {
				Message.parse(line).ifPresentOrElse(this::receive, printer(rest, line));
			}
		}
		catch (IOException ex) {
			// The client has gone, and whoever waits for it will find out.
		}
	}

	private static Runnable printer(PrintWriter log, String line) {
		return () -> {
			log.println(line);
			log.flush();
		};
	}

	private void receive(Message message) {
		switch (message.kind()) {
			case POSSESSION -> this.possessions.add(JsonMapper.shared().readValue(message.text(), Possession.class));
			case COMPLAINT -> this.complaints.add(this.name + ": " + message.text());
			case IDLE -> {
				this.idle = true;
			}
		}
	}

	/**
	 * Tells it something.
	 * @param command one of those of {@link DrillClient}
	 */
	public void tell(String command) {
		try {
			this.input.write(command);
			this.input.newLine();
			this.input.flush();
		}
		catch (IOException ex) {
			this.complaints.add(this.name + " can't be told to " + command + ": " + ex.getMessage());
		}
	}

	/**
	 * Returns whether its threads have ended.
	 * @return {@code true} if they have
	 */
	public boolean isIdle() {
		return this.idle;
	}

	/**
	 * Returns what it held so far.
	 * @return the possessions, in the order of their ends
	 */
	public List<Possession> possessions() {
		return List.copyOf(this.possessions);
	}

	/**
	 * Returns what went wrong in it.
	 * @return a sentence each
	 */
	public List<String> complaints() {
		return List.copyOf(this.complaints);
	}

	/**
	 * Returns whether it acquired something lately.
	 * @param since the time that is lately
	 * @return {@code true} if it did
	 */
	public boolean hasAcquiredSince(long since) {
		return this.possessions.stream().anyMatch((possession) -> possession.from() > since);
	}

	boolean isRunning() {
		return !this.paused;
	}

	void pause() {
		ProcessSignal.pause(this.process);
		this.paused = true;
	}

	void resume() {
		if (this.paused) {
			ProcessSignal.resume(this.process);
			this.paused = false;
		}
	}

	/**
	 * Lets it end by itself.
	 * @param patience for how long
	 */
	public void end(Duration patience) {
		try {
			this.input.close();
			if (!this.process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
				this.complaints.add(this.name + " did not end within " + patience);
			}
			else if (this.process.exitValue() != 0) {
				this.complaints.add(this.name + " ended with " + this.process.exitValue());
			}
			this.reader.join(patience.toMillis());
		}
		catch (IOException ex) {
			this.complaints.add(this.name + ": " + ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public String toString() {
		return this.name;
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
