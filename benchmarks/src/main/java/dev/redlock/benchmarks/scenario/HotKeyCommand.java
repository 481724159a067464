package dev.redlock.benchmarks.scenario;

import java.nio.file.Path;

/**
 * What a worker JVM is told to do, as one line of text.
 *
 * @param firstThread the number of the first thread
 * @param threads how many threads
 * @param start when all begin
 * @param end when they stop asking
 * @param file where the turns go
 */
record HotKeyCommand(int firstThread, int threads, long start, long end, Path file) {

	private static final String SEPARATOR = "\t";

	static HotKeyCommand parse(String line) {
		String[] parts = line.split(SEPARATOR);
		return new HotKeyCommand(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]),
				Long.parseLong(parts[3]), Path.of(parts[4]));
	}

	String line() {
		return String.join(SEPARATOR, Integer.toString(this.firstThread), Integer.toString(this.threads),
				Long.toString(this.start), Long.toString(this.end), this.file.toString());
	}

}
