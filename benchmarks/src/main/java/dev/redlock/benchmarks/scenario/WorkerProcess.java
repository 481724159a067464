package dev.redlock.benchmarks.scenario;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that reads commands and answers each with a line, from the outside.
 */
final class WorkerProcess implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	private final Process process;

	private final BufferedWriter input;

	private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

	private WorkerProcess(Process process) {
		this.process = process;
		this.input = process.outputWriter(StandardCharsets.UTF_8);
		Thread reader = new Thread(this::read, "worker-output");
		reader.setDaemon(true);
		reader.start();
	}

	static WorkerProcess start(Class<?> main, List<String> arguments) throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		List<String> command = new ArrayList<>(
				List.of(java, "-Xmx2g", "-cp", System.getProperty("java.class.path"), main.getName()));
		command.addAll(arguments);
		Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
		return new WorkerProcess(process);
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			String line;
			while ((line = output.readLine()) != null) {
				this.answers.add(line);
			}
		}
		catch (IOException ex) {
			// The worker has gone, and whoever waits for its answer will find out.
		}
	}

	void send(String command) throws IOException {
		this.input.write(command);
		this.input.newLine();
		this.input.flush();
	}

	String answer() throws InterruptedException {
		String answer = this.answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		if (answer == null) {
			throw new IllegalStateException("The worker did not answer");
		}
		return answer;
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
