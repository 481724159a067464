package dev.redlock.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The chapter "Configuration" of the README, with one or more properties per row:
 * {@code | `one` / `two` | `default of one` / `default of two` | text |}.
 *
 * @param readme the whole text
 */
record ConfigurationTable(String readme) {

	static ConfigurationTable load() throws IOException {
		return new ConfigurationTable(Files.readString(Path.of("").toAbsolutePath().getParent().resolve("README.md")));
	}

	/**
	 * Returns the properties.
	 * @return the names, with the default of each; empty for none
	 */
	Map<String, String> defaults() {
		Map<String, String> defaults = new TreeMap<>();
		chapter().lines().filter((line) -> line.startsWith("| `")).forEach((row) -> {
			String[] cells = row.split(" *\\| *");
			String[] names = cells[1].split(" / ");
			String[] values = cells[2].split(" / ");
			for (int i = 0; i < names.length; i++) {
				defaults.put(names[i].replace("`", ""), (i < values.length) ? values[i].replace("`", "") : "");
			}
		});
		return defaults;
	}

	private String chapter() {
		return this.readme.lines()
			.dropWhile((line) -> !line.equals("## Configuration"))
			.skip(1)
			.takeWhile((line) -> !line.startsWith("## "))
			.collect(Collectors.joining("\n"));
	}

	boolean mentions(String property) {
		return defaults().containsKey(property) || this.readme.contains("`" + property + "`")
				|| this.readme.contains("`" + property + "=") || this.readme.contains("`" + property + ":");
	}

}
