package dev.redlock.dashboards;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which metrics an expression reads, and which a scrape has.
 */
final class MetricNames {

	private static final Pattern BY_PATTERN = Pattern.compile("__name__=~\"([^\"]*)\"");

	private static final Pattern TEXT = Pattern.compile("\"[^\"]*\"");

	private static final Pattern NAME = Pattern.compile("\\bredlock[\\w:]*");

	private static final Pattern SAMPLE = Pattern.compile("^([a-zA-Z_]\\w*)[{ ]", Pattern.MULTILINE);

	private MetricNames() {
	}

	/**
	 * Returns a pattern for each name, since some are selected by one.
	 */
	static List<Pattern> in(String expression) {
		Stream<String> patterns = BY_PATTERN.matcher(expression).results().map((match) -> match.group(1));
		Stream<String> names = NAME.matcher(TEXT.matcher(expression).replaceAll(""))
			.results()
			.map((match) -> Pattern.quote(match.group()));
		return Stream.concat(patterns, names).distinct().map(Pattern::compile).toList();
	}

	static Set<String> ofScrape(String scrape) {
		return SAMPLE.matcher(scrape).results().map((match) -> match.group(1)).collect(Collectors.toSet());
	}

}
