package dev.redlock.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of the rules names each class whose Javadoc says that it is about one.
 */
class RulesTests {

	private static final Path SOURCES = Path.of("src/main/java/dev/redlock");

	/**
	 * The Javadoc of a type and its name.
	 */
	private static final Pattern TYPE = Pattern.compile(
			"^/\\*\\*((?:(?!\\*/).)*)\\*/\\s+(?:(?:public|abstract|final|sealed) )*(?:class|interface|record|enum) (\\w+)",
			Pattern.DOTALL | Pattern.MULTILINE);

	private static final Pattern RULES = Pattern.compile("\\(S\\d+(?:, S\\d+)*\\)");

	private static final Pattern RULE = Pattern.compile("S\\d+");

	private static final Pattern ROW = Pattern.compile("(?m)^\\| \\*\\*(S\\d+) [^|]*\\|[^|]*\\|([^|]*)\\|");

	private static final Pattern CLASS = Pattern.compile("\\[`(\\w+)`\\]");

	@Test
	void eachRuleThatAClassNamesHasTheClassInItsRow() throws IOException {
		assertThat(missing(table(), sources())).isEmpty();
	}

	@Test
	void aClassThatIsMissingIsFound() {
		String row = "| **S3 verdict** | text | [`Quorum`](Quorum.java) | [`S3VerdictTests`](S3VerdictTests.java) |\n";
		assertThat(missing(row, List.of(source("Quorum", "(S3)"), source("Tally", "(S3)"), source("Node", "none"))))
			.containsExactly("S3 Tally");
		assertThat(missing(row, List.of(source("Quorum", "(S2, S3)")))).containsExactly("S2 Quorum");
	}

	@Test
	void theRulesOfTheSourcesAreFound() throws IOException {
		assertThat(named(sources())).contains("S1 TokenSource", "S7 Validity", "S9 RestartGuard")
			.hasSizeGreaterThan(25);
	}

	private static String source(String name, String rules) {
		return "package p;\n\n/**\n * Does something\n * %s.\n */\nfinal class %s {\n".formatted(rules, name);
	}

	private static Set<String> missing(String table, List<String> sources) {
		Set<String> missing = named(sources);
		ROW.matcher(table)
			.results()
			.forEach((row) -> CLASS.matcher(row.group(2))
				.results()
				.forEach((type) -> missing.remove(row.group(1) + " " + type.group(1))));
		return missing;
	}

	private static Set<String> named(List<String> sources) {
		return sources.stream()
			.flatMap((source) -> TYPE.matcher(source).results())
			.flatMap((type) -> RULES.matcher(type.group(1).split("\n \\* @")[0])
				.results()
				.flatMap((rules) -> RULE.matcher(rules.group()).results())
				.map((rule) -> rule.group() + " " + type.group(2)))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static String table() throws IOException {
		return Files.readString(MarkdownPages.ROOT.resolve("docs/algorithm.md"));
	}

	private static List<String> sources() throws IOException {
		try (Stream<Path> quorum = Files.list(SOURCES.resolve("quorum"));
				Stream<Path> jedis = Files.list(SOURCES.resolve("jedis"))) {
			return Stream.concat(quorum, jedis).map(RulesTests::read).toList();
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
