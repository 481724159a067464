package dev.redlock.dashboards;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Programs of the machine, and the end of the processes that they became.
 */
final class Programs {

	private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

	private Programs() {
	}

	static boolean areInstalled(String... names) {
		return Arrays.stream(names).allMatch(Programs::isInstalled);
	}

	private static boolean isInstalled(String name) {
		return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
			.anyMatch((directory) -> Files.isExecutable(Path.of(directory, name)));
	}

	/**
	 * Runs a program to its end.
	 * @param builder the command
	 * @param limit how long it may take
	 * @return what it said, and how it ended
	 */
	static Outcome run(ProcessBuilder builder, Duration limit) throws IOException, InterruptedException {
		Path log = Files.createTempFile("output-", ".log");
		try {
			Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
			if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
				end(process);
				throw new IllegalStateException("No end of " + builder.command() + ":\n" + Files.readString(log));
			}
			return new Outcome(process.exitValue(), Files.readString(log));
		}
		finally {
			Files.delete(log);
		}
	}

	/**
	 * Ends a process and all that it has started.
	 */
	static void end(Process process) {
		List<ProcessHandle> family = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
		family.forEach(ProcessHandle::destroy);
		try {
			process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		family.forEach(ProcessHandle::destroyForcibly);
	}

	/**
	 * How a program ended.
	 *
	 * @param status zero if all went well
	 * @param output what it wrote
	 */
	record Outcome(int status, String output) {

	}

}
