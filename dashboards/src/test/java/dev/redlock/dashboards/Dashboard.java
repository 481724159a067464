package dev.redlock.dashboards;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The Grafana dashboard as a file: its panels, queries and variables.
 */
final class Dashboard {

	static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)}?");

	/**
	 * What Grafana puts for its own variables, and for {@code All} of the others.
	 */
	static final Map<String, String> ALL = Map.of("application", ".*", "instance", ".*", "lock", ".*", "node", ".*",
			"__rate_interval", "30s", "__rate_interval_ms", "30000", "__range", "5m", "__range_s", "300");

	private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), *(\\w+)\\)");

	private final JsonNode json;

	private Dashboard(JsonNode json) {
		this.json = json;
	}

	static Dashboard read() {
		return new Dashboard(JsonMapper.builder().build().readTree(Project.dashboard()));
	}

	/**
	 * Returns all panels but the headings.
	 */
	List<JsonNode> panels() {
		return this.json.get("panels").valueStream().filter((panel) -> !isHeading(panel)).toList();
	}

	private static boolean isHeading(JsonNode panel) {
		return panel.get("type").stringValue().equals("row");
	}

	List<JsonNode> panelsAndHeadings() {
		return this.json.get("panels").valueStream().toList();
	}

	List<JsonNode> variables() {
		return this.json.get("templating").get("list").valueStream().toList();
	}

	List<Query> queries() {
		return panels().stream().flatMap(Dashboard::queries).toList();
	}

	private static Stream<Query> queries(JsonNode panel) {
		return panel.get("targets")
			.valueStream()
			.map((target) -> new Query(panel.get("title").stringValue() + " " + target.get("refId").stringValue(),
					target.get("expr").stringValue()));
	}

	/**
	 * Returns the queries from which the choices of the variables come.
	 */
	List<Choices> choices() {
		return variables().stream().filter((variable) -> variable.path("definition").isString()).map((variable) -> {
			Matcher matcher = LABEL_VALUES.matcher(variable.get("definition").stringValue());
			if (!matcher.matches()) {
				throw new IllegalStateException("Not understood: " + variable.get("definition"));
			}
			return new Choices(variable.get("name").stringValue(), matcher.group(1), matcher.group(2));
		}).toList();
	}

	static String resolve(String expression, Map<String, String> values) {
		return VARIABLE.matcher(expression).replaceAll((match) -> Matcher.quoteReplacement(value(match, values)));
	}

	private static String value(MatchResult match, Map<String, String> values) {
		String value = values.get(match.group(1));
		if (value == null) {
			throw new IllegalArgumentException("No value for " + match.group());
		}
		return value;
	}

	@Override
	public String toString() {
		return this.json.toString();
	}

	/**
	 * A query of a panel.
	 *
	 * @param panel which one
	 * @param expression with variables
	 */
	record Query(String panel, String expression) {

		@Override
		public String toString() {
			return this.panel;
		}

	}

	/**
	 * The values of a label, from which a person chooses.
	 *
	 * @param variable the name of the variable
	 * @param selector with variables
	 * @param label whose values
	 */
	record Choices(String variable, String selector, String label) {

		@Override
		public String toString() {
			return this.variable;
		}

	}

}
