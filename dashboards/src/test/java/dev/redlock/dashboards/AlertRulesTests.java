package dev.redlock.dashboards;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

import dev.redlock.dashboards.AlertRules.Rule;
import dev.redlock.dashboards.Programs.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The alerts, in the hands of Prometheus' own tool where Debian's package is installed.
 */
class AlertRulesTests {

	private static final AlertRules rules = AlertRules.read();

	static List<Rule> alerts() {
		return rules.alerts();
	}

	static boolean isInstalled() {
		return PrometheusServer.isInstalled();
	}

	@Test
	@EnabledIf("isInstalled")
	void prometheusAcceptsThem() throws Exception {
		assertSucceeds(promtool("check", Project.ALERTS));
	}

	@Test
	@EnabledIf("isInstalled")
	void eachFiresWhenItShouldAndOnlyThen() throws Exception {
		assertSucceeds(promtool("test", Project.ALERTS_TEST));
	}

	private static Outcome promtool(String command, Path file) throws IOException, InterruptedException {
		return Programs.run(new ProcessBuilder("promtool", command, "rules", file.toString()), Duration.ofSeconds(60));
	}

	private static void assertSucceeds(Outcome outcome) {
		assertThat(outcome.status()).as(outcome.output()).isZero();
	}

	@ParameterizedTest
	@MethodSource("alerts")
	void eachSaysHowBadItIsWhatHappensAndWhatToDo(Rule alert) {
		assertThat(alert.labels().get("severity")).isIn("critical", "warning");
		assertThat(alert.annotations().keySet().stream().map(Object::toString)).containsExactlyInAnyOrder("summary",
				"description", "runbook");
	}

	@ParameterizedTest
	@MethodSource("alerts")
	void eachIsTestedForFiringAndForSilence(Rule alert) {
		Map<String, List<Map<String, List<Map<String, Object>>>>> file = new Yaml()
			.load(Project.read(Project.ALERTS_TEST));
		List<Map<String, Object>> cases = file.get("tests")
			.stream()
			.flatMap((test) -> test.getOrDefault("alert_rule_test", List.of()).stream())
			.filter((test) -> test.get("alertname").equals(alert.name()))
			.toList();
		assertThat(cases).anyMatch((test) -> test.containsKey("exp_alerts"))
			.anyMatch((test) -> !test.containsKey("exp_alerts"));
	}

	@Test
	void eachSeriesIsRecordedInTheSameGroupAndBeforeTheAlertsThatReadIt() {
		// Only the rules of one group run one after the other.
		assertThat(rules.groups()).allSatisfy((group) -> {
			Set<String> recorded = new HashSet<>();
			assertThat(group).allSatisfy((rule) -> {
				assertThat(recordingsIn(rule.expression())).isSubsetOf(recorded);
				recorded.add(rule.name());
			});
		});
		assertThat(rules.alerts()).anyMatch((alert) -> !recordingsIn(alert.expression()).isEmpty());
	}

	private static List<String> recordingsIn(String expression) {
		return rules.recordings().stream().filter(expression::contains).toList();
	}

	@Test
	void theSeriesThatTheyRecordHaveAName() {
		assertThat(rules.recordings()).isNotEmpty().allMatch((name) -> name.startsWith("redlock:"));
	}

}
