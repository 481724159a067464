package dev.redlock.dashboards;

import java.util.List;
import java.util.Map;

import org.yaml.snakeyaml.Yaml;

/**
 * The rules for Prometheus as a file.
 */
final class AlertRules {

	private final List<List<Rule>> groups;

	private AlertRules(List<List<Rule>> groups) {
		this.groups = groups;
	}

	static AlertRules read() {
		Map<String, List<Map<String, Object>>> file = new Yaml().load(Project.read(Project.ALERTS));
		return new AlertRules(file.get("groups")
			.stream()
			.map((group) -> ((List<?>) group.get("rules")).stream().map((rule) -> Rule.of((Map<?, ?>) rule)).toList())
			.toList());
	}

	List<List<Rule>> groups() {
		return this.groups;
	}

	List<Rule> all() {
		return this.groups.stream().flatMap(List::stream).toList();
	}

	List<Rule> alerts() {
		return all().stream().filter(Rule::alert).toList();
	}

	List<String> recordings() {
		return all().stream().filter((rule) -> !rule.alert()).map(Rule::name).toList();
	}

	/**
	 * A rule.
	 *
	 * @param name of the alert, or of the series that it records
	 * @param alert whether it is an alert
	 * @param expression what it evaluates
	 * @param labels such as the severity
	 * @param annotations what a person is told
	 */
	record Rule(String name, boolean alert, String expression, Map<?, ?> labels, Map<?, ?> annotations) {

		static Rule of(Map<?, ?> rule) {
			boolean alert = rule.containsKey("alert");
			return new Rule(rule.get(alert ? "alert" : "record").toString(), alert, rule.get("expr").toString(),
					map(rule.get("labels")), map(rule.get("annotations")));
		}

		private static Map<?, ?> map(Object value) {
			return (value instanceof Map<?, ?> map) ? map : Map.of();
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
