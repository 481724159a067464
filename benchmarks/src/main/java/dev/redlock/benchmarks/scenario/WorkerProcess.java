package dev.redlock.benchmarks.scenario;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.redlock.benchmarks.contender.Kind;

/**
 * A {@link ContenderWorker} from the outside.
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

	static WorkerProcess start(Class<?> main, Kind kind, List<String> uris, int threads) throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		Process process = new ProcessBuilder(java, "-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "-cp",
				System.getProperty("java.class.path"), main.getName(), kind.name(), String.join(",", uris),
				Integer.toString(threads))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
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

	/**
	 * Connects the contender.
	 */
	void open() throws IOException, InterruptedException {
		send(ContenderWorker.OPEN);
		awaitDone();
	}

	/**
	 * Lets the contender go until it is its turn again.
	 */
	void rest() throws IOException, InterruptedException {
		send(ContenderWorker.CLOSE);
		awaitDone();
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

	/**
	 * Waits until it has done what it was told.
	 */
	void awaitDone() throws InterruptedException {
		String answer = answer();
		if (!ContenderWorker.DONE.equals(answer)) {
			throw new IllegalStateException("The worker answered " + answer);
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
