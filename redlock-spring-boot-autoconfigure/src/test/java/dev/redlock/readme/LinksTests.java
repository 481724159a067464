package dev.redlock.readme;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.readme.MarkdownPages.Page;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A link from one page to another leads somewhere.
 */
class LinksTests {

	private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");

	private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

	static Stream<Page> pages() {
		return MarkdownPages.all();
	}

	@ParameterizedTest
	@MethodSource("pages")
	void eachLinkLeadsToAFileAndAChapterThatAreThere(Page page) {
		LINK.matcher(page.text()).results().forEach((link) -> {
			Path target = link.group(1).isEmpty() ? page.path() : page.path().resolveSibling(link.group(1));
			assertThat(target.normalize()).exists();
			if (link.group(2) != null) {
				assertThat(chapters(new Page(target))).as(link.group()).contains(link.group(2));
			}
		});
	}

	@Test
	void theReadmeLinksToPagesAndToChapters() {
		List<MatchResult> links = LINK.matcher(new Page(MarkdownPages.ROOT.resolve("README.md")).text())
			.results()
			.toList();
		assertThat(links).anyMatch((link) -> !link.group(1).isEmpty()).anyMatch((link) -> link.group(2) != null);
	}

	private static List<String> chapters(Page page) {
		assertThat(Files.isRegularFile(page.path())).isTrue();
		return HEADING.matcher(page.text()).results().map((heading) -> anchor(heading.group(1))).toList();
	}

	private static String anchor(String heading) {
		return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
	}

}
