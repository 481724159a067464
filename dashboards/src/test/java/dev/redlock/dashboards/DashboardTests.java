package dev.redlock.dashboards;

import java.awt.Rectangle;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The Grafana dashboard as a file.
 */
class DashboardTests {

	private static final Dashboard dashboard = Dashboard.read();

	static List<JsonNode> panels() {
		return dashboard.panels();
	}

	@ParameterizedTest
	@MethodSource("panels")
	void eachPanelSaysWhatItShowsInWhichUnit(JsonNode panel) {
		assertThat(panel.get("title").stringValue()).isNotBlank();
		assertThat(panel.get("description").stringValue()).endsWith(".");
		JsonNode defaults = panel.get("fieldConfig").get("defaults");
		assertThat(defaults.get("unit").stringValue()).isIn("none", "ops", "s", "percentunit");
		assertThat(defaults.get("thresholds").get("steps").isEmpty()).isFalse();
	}

	@ParameterizedTest
	@MethodSource("panels")
	void eachPanelHasQueriesThatCanBeTold(JsonNode panel) {
		List<JsonNode> targets = panel.get("targets").valueStream().toList();
		assertThat(targets).isNotEmpty();
		assertThat(targets).extracting((target) -> target.get("refId").stringValue()).doesNotHaveDuplicates();
		assertThat(targets).extracting((target) -> target.get("legendFormat").stringValue()).doesNotHaveDuplicates();
	}

	@Test
	void theDataSourceIsChosenByThePerson() {
		List<JsonNode> sources = Stream.of(dashboard.panels(), targets(), queriedVariables())
			.flatMap(List::stream)
			.map((node) -> node.get("datasource").get("uid"))
			.toList();
		assertThat(sources).hasSizeGreaterThan(40)
			.allSatisfy((uid) -> assertThat(uid.stringValue()).isEqualTo("${datasource}"));
		assertThat(dashboard.toString().split("\"datasource\":\\{")).hasSize(sources.size() + 1);
	}

	private static List<JsonNode> targets() {
		return dashboard.panels().stream().flatMap((panel) -> panel.get("targets").valueStream()).toList();
	}

	private static List<JsonNode> queriedVariables() {
		return dashboard.variables().stream().filter((variable) -> variable.has("definition")).toList();
	}

	@Test
	void eachVariableThatIsUsedIsThereAndEachThatIsThereIsUsed() {
		Set<String> defined = dashboard.variables()
			.stream()
			.map((variable) -> variable.get("name").stringValue())
			.collect(Collectors.toSet());
		assertThat(defined).contains("application", "instance", "lock", "node");
		Set<String> used = Dashboard.VARIABLE.matcher(dashboard.toString())
			.results()
			.map((match) -> match.group(1))
			.filter((name) -> !name.startsWith("__"))
			.collect(Collectors.toSet());
		assertThat(used).isEqualTo(defined);
	}

	@Test
	void eachQueryIsOfTheChosenApplicationsAndInstances() {
		assertThat(dashboard.queries()).allSatisfy((query) -> assertThat(query.expression()).doesNotContain("{}")
			.contains("application=~\"$application\", instance=~\"$instance\""));
	}

	@Test
	void aNodeThatRefusesCommandsAtOnceIsNotTheFastest() {
		List<String> latencies = dashboard.panels()
			.stream()
			.filter((panel) -> panel.get("title").stringValue().equals("Latency of each node"))
			.flatMap((panel) -> panel.get("targets").valueStream())
			.map((target) -> target.get("expr").stringValue())
			.toList();
		assertThat(latencies).hasSize(2)
			.allSatisfy((query) -> assertThat(query.split("redlock_node_call_seconds"))
				.hasSameSizeAs(query.split("outcome!~\"error\\|down\"")));
	}

	@Test
	void noPanelCoversAnother() {
		List<JsonNode> panels = dashboard.panelsAndHeadings();
		assertThat(panels).extracting((panel) -> panel.get("id").intValue()).doesNotHaveDuplicates();
		List<Rectangle> places = panels.stream().map(DashboardTests::place).toList();
		assertThat(places).allMatch((place) -> place.x >= 0 && place.getMaxX() <= 24);
		for (int i = 0; i < places.size(); i++) {
			for (Rectangle later : places.subList(i + 1, places.size())) {
				assertThat(places.get(i).intersects(later)).as(places.get(i) + " and " + later).isFalse();
			}
		}
	}

	private static Rectangle place(JsonNode panel) {
		JsonNode place = panel.get("gridPos");
		return new Rectangle(place.get("x").intValue(), place.get("y").intValue(), place.get("w").intValue(),
				place.get("h").intValue());
	}

}
