package dev.redlock.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import tools.jackson.databind.json.JsonMapper;

import dev.redlock.benchmarks.scenario.Scenario;

/**
 * A {@link Fork} from the outside.
 */
final class ForkProcess {

	private static final Duration PATIENCE = Duration.ofMinutes(15);

	private ForkProcess() {
	}

	static Outcome run(Path java, Scenario scenario, int fork, Settings settings, Path log)
			throws IOException, InterruptedException {
		Process process = new ProcessBuilder(java.toString(), "-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch",
				"-Djava.awt.headless=true",
				// JMH need not be alone on the machine to start.
				"-Djmh.ignoreLock=true", "-D" + Settings.QUICK + "=" + settings.quick(), "-cp",
				System.getProperty("java.class.path"), Fork.class.getName(), scenario.name(), Integer.toString(fork))
			.redirectError(log.toFile())
			.start();
		Thread hook = new Thread(() -> end(process));
		Runtime.getRuntime().addShutdownHook(hook);
		Queue<Sample> samples = new ConcurrentLinkedQueue<>();
		Thread reader = new Thread(() -> read(process, samples), "fork-output");
		reader.setDaemon(true);
		reader.start();
		boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		end(process);
		reader.join(Duration.ofSeconds(5).toMillis());
		Runtime.getRuntime().removeShutdownHook(hook);
		return new Outcome(List.copyOf(samples), problem(ended, process, log));
	}

	private static Optional<String> problem(boolean ended, Process process, Path log) {
		if (!ended) {
			return Optional.of("did not end within " + PATIENCE.toSeconds() + " s, see " + log);
		}
		return (process.exitValue() == 0) ? Optional.empty()
				: Optional.of("ended with " + process.exitValue() + ", see " + log);
	}

	// With the servers and workers that it has started, which outlive it otherwise.
	private static void end(Process process) {
		process.descendants().forEach(ProcessHandle::destroyForcibly);
		process.destroyForcibly();
	}

	private static void read(Process process, Queue<Sample> samples) {
		JsonMapper mapper = JsonMapper.shared();
		try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
			String line;
			while ((line = output.readLine()) != null) {
				if (line.startsWith(Fork.MARK)) {
					samples.add(mapper.readValue(line.substring(Fork.MARK.length()), Sample.class));
				}
			}
		}
		catch (IOException ex) {
			// The fork was ended.
		}
	}

	/**
	 * What came of a fork.
	 *
	 * @param samples what it measured
	 * @param problem what went wrong, if anything did
	 */
	record Outcome(List<Sample> samples, Optional<String> problem) {
	}

}
