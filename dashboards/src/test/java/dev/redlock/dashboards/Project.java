package dev.redlock.dashboards;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of this repository.
 */
final class Project {

	static final Path DASHBOARDS = Path.of("").toAbsolutePath();

	static final Path ROOT = DASHBOARDS.getParent();

	static final Path ALERTS = DASHBOARDS.resolve("redlock-alerts.yml");

	static final Path ALERTS_TEST = DASHBOARDS.resolve("redlock-alerts-test.yml");

	/**
	 * The modules with a jar for others.
	 */
	static final List<String> RELEASED = List.of("redlock-spring-boot-autoconfigure", "redlock-spring-boot-starter",
			"redlock-spring-boot-test");

	private Project() {
	}

	static String dashboard() {
		return read(DASHBOARDS.resolve("redlock-grafana.json"));
	}

	static Path jar(String module, String version) {
		return ROOT.resolve(module).resolve("target").resolve(module + "-" + version + ".jar");
	}

	static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
