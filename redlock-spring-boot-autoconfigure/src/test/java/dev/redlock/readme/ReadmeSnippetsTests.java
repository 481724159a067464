package dev.redlock.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The README and the pages that it leads to show only Java that compiles.
 */
class ReadmeSnippetsTests {

	private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern SNIPPET = Pattern.compile("// tag::(\\w+)\\[\\](.*?)// end::\\1\\[\\]",
			Pattern.DOTALL);

	static Stream<String> blocks() {
		return MarkdownPages.all()
			.flatMap((page) -> BLOCK.matcher(page.text()).results())
			.map((block) -> block.group(1));
	}

	@ParameterizedTest
	@MethodSource("blocks")
	void eachSnippetIsTakenFromASourceThatIsCompiled(String block) throws IOException {
		assertThat(normalized(block)).isIn(snippets());
	}

	@Test
	void theCheckFindsTheSnippets() throws IOException {
		assertThat(blocks()).hasSizeGreaterThan(10);
		assertThat(normalized("class Missing { }")).isNotIn(snippets());
	}

	private static List<String> snippets() throws IOException {
		try (Stream<Path> modules = Files.list(MarkdownPages.ROOT)) {
			return modules.map((module) -> module.resolve("src/test/java"))
				.filter(Files::isDirectory)
				.flatMap(ReadmeSnippetsTests::sources)
				.flatMap((source) -> SNIPPET.matcher(read(source)).results())
				.map((snippet) -> normalized(snippet.group(2)))
				.toList();
		}
	}

	private static Stream<Path> sources(Path directory) {
		try (Stream<Path> files = Files.walk(directory)) {
			return files.filter((file) -> file.toString().endsWith(".java")).toList().stream();
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private static String normalized(String code) {
		// A nested class is static in a test, a field is called by its name, and a long
		// comment has several lines.
		return code.strip()
			.replaceAll("\\s+", " ")
			.replace("// ", "")
			.replace("static class", "class")
			.replace("this.", "");
	}

}
