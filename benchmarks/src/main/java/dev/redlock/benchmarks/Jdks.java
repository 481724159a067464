package dev.redlock.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The JDKs that are at hand.
 */
final class Jdks {

	private static final int VIRTUAL_THREADS = 21;

	private static final Path DEBIAN = Path.of("/usr/lib/jvm");

	private Jdks() {
	}

	static Path present() {
		return java(Path.of(System.getProperty("java.home")));
	}

	static Optional<Path> withVirtualThreads() {
		if (Runtime.version().feature() >= VIRTUAL_THREADS) {
			return Optional.of(present());
		}
		String named = System.getenv("JAVA25_HOME");
		return Stream.concat(Stream.ofNullable(named).map(Path::of), installed())
			.map(Jdks::java)
			.filter(Files::isExecutable)
			.findFirst();
	}

	private static Stream<Path> installed() {
		if (!Files.isDirectory(DEBIAN)) {
			return Stream.empty();
		}
		try (Stream<Path> homes = Files.list(DEBIAN)) {
			return homes.filter((home) -> home.getFileName().toString().contains("25")).sorted().toList().stream();
		}
		catch (IOException ex) {
			return Stream.empty();
		}
	}

	private static Path java(Path home) {
		return home.resolve("bin").resolve("java");
	}

}
