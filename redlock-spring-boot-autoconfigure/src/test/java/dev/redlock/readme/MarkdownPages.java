package dev.redlock.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The README and the pages that it leads to.
 */
final class MarkdownPages {

	static final Path ROOT = Path.of("").toAbsolutePath().getParent();

	private MarkdownPages() {
	}

	static Stream<Page> all() {
		return Stream
			.of(List.of(ROOT.resolve("README.md")), in("docs"), in("dashboards"), in("benchmarks"), in("fault-drill"))
			.flatMap(List::stream)
			.map(Page::new);
	}

	private static List<Path> in(String directory) {
		try (Stream<Path> files = Files.list(ROOT.resolve(directory))) {
			return files.filter((file) -> file.toString().endsWith(".md")).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	record Page(Path path) {

		String text() {
			try {
				return Files.readString(this.path);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public String toString() {
			return ROOT.relativize(this.path).toString();
		}

	}

}
