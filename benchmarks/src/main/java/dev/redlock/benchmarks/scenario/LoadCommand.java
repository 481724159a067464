package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.concurrent.ExecutorService;

/**
 * What a {@link LoadWorker} is told to do, as one line of text.
 *
 * @param threads how many threads
 * @param virtual whether they are virtual
 * @param settle for how long they run before they are measured
 * @param measured for how long they are measured
 */
record LoadCommand(int threads, boolean virtual, Duration settle, Duration measured) {

	private static final String SEPARATOR = "\t";

	static LoadCommand parse(String line) {
		String[] parts = line.split(SEPARATOR);
		return new LoadCommand(Integer.parseInt(parts[0]), Boolean.parseBoolean(parts[1]), Duration.parse(parts[2]),
				Duration.parse(parts[3]));
	}

	String line() {
		return String.join(SEPARATOR, Integer.toString(this.threads), Boolean.toString(this.virtual),
				this.settle.toString(), this.measured.toString());
	}

	ExecutorService newExecutor() throws ReflectiveOperationException {
		return this.virtual ? Threads.virtual() : Threads.platform(this.threads);
	}

}
