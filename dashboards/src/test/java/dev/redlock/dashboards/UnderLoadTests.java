package dev.redlock.dashboards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import dev.redlock.dashboards.Dashboard.Choices;
import dev.redlock.dashboards.Dashboard.Query;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Dashboard and alerts on two instances of the sample application under load, after an
 * outage. What needs a Prometheus is skipped only where Debian's package is not
 * installed.
 */
class UnderLoadTests {

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);

	private static final String CONFIGURATION = """
			global:
			  scrape_interval: 1s
			  evaluation_interval: 1s
			rule_files: ["%s"]
			scrape_configs:
			  - job_name: sample
			    metrics_path: /actuator/prometheus
			    static_configs:
			      - targets: ["%s", "%s"]
			""";

	@RegisterExtension
	static final RedisNodes nodes = RedisNodes.of(5);

	@TempDir
	static Path directory;

	private static final Dashboard dashboard = Dashboard.read();

	private static final AlertRules rules = AlertRules.read();

	private static BusySample sample;

	private static BusySample other;

	private static @Nullable PrometheusServer prometheus;

	static boolean isInstalled() {
		return PrometheusServer.isInstalled();
	}

	@BeforeAll
	static void startAndGoThroughAnOutage() throws IOException {
		sample = BusySample.start(nodes.uris());
		other = BusySample.start(nodes.uris());
		if (isInstalled()) {
			Files.writeString(directory.resolve("prometheus.yml"),
					CONFIGURATION.formatted(Project.ALERTS, sample.address(), other.address()));
			prometheus = PrometheusServer.start(directory, "prometheus.yml");
		}
		awaitScraped("redlock_acquire_seconds_count", "outcome=\"held\"");
		awaitScraped("redlock_quorum_seconds_count", "operation=\"acquire\",outcome=\"refused\"");
		nodes.get(0).pause();
		awaitScraped("redlock_node_call_seconds_count", "outcome=\"timeout\"");
		nodes.get(1).kill();
		nodes.get(2).kill();
		awaitScraped("redlock_acquire_seconds_count", "outcome=\"unavailable\"");
		nodes.all().forEach(TestNode::reset);
		awaitScraped("redlock_nodes", "state=\"up\"", (value) -> value == 5);
	}

	@AfterAll
	static void stop() throws InterruptedException, ExecutionException {
		if (prometheus != null) {
			prometheus.close();
		}
		for (BusySample started : List.of(sample, other)) {
			started.stop();
		}
	}

	private static void awaitScraped(String name, String part) {
		awaitScraped(name, part, (value) -> value > 0);
	}

	private static void awaitScraped(String name, String part, DoublePredicate condition) {
		Awaitility.await(name + " with " + part)
			.atMost(LIMIT)
			.until(() -> sample.scrape()
				.lines()
				.filter((line) -> line.startsWith(name) && line.contains(part))
				.anyMatch((line) -> condition.test(Double.parseDouble(line.substring(line.lastIndexOf(' '))))));
	}

	static Stream<String> expressions() {
		return Stream
			.of(dashboard.queries().stream().map(Query::expression),
					dashboard.choices().stream().map(Choices::selector),
					rules.all().stream().map(AlertRules.Rule::expression))
			.flatMap((expressions) -> expressions)
			.distinct();
	}

	@ParameterizedTest
	@MethodSource("expressions")
	void eachMetricOfAnExpressionIsInAScrape(String expression) {
		Set<String> names = new HashSet<>(MetricNames.ofScrape(sample.scrape()));
		names.addAll(rules.recordings());
		assertThat(MetricNames.in(expression)).isNotEmpty()
			.allSatisfy((pattern) -> assertThat(names).as(pattern.pattern()).anyMatch(pattern.asMatchPredicate()));
	}

	static List<Query> queries() {
		return dashboard.queries();
	}

	@ParameterizedTest
	@MethodSource("queries")
	@EnabledIf("isInstalled")
	void eachQueryOfTheDashboardHasAnAnswer(Query query) {
		String expression = Dashboard.resolve(query.expression(), Dashboard.ALL);
		assertAnswered(expression);
	}

	@ParameterizedTest
	@MethodSource("queries")
	@EnabledIf("isInstalled")
	void eachQueryOfTheDashboardHasAnAnswerForWhatWasChosen(Query query) {
		Map<String, String> chosen = new HashMap<>(Dashboard.ALL);
		chosen.put("application", "stock");
		chosen.put("instance", sample.address());
		chosen.put("lock", "stock|report|import");
		chosen.put("node", "127.0.0.1:" + nodes.get(1).port());
		assertAnswered(Dashboard.resolve(query.expression(), chosen));
	}

	private static void assertAnswered(String query) {
		// With it, a panel shows zero instead of nothing, also if it asks for what is not
		// there.
		String expression = query.replace(" or vector(0)", "");
		Awaitility.await(expression)
			.atMost(ANSWER_LIMIT)
			.untilAsserted(() -> assertThat(server().query(expression)).as(expression).anyMatch(Double::isFinite));
	}

	@Test
	@EnabledIf("isInstalled")
	void aQueryOfWhatIsNotThereHasNone() {
		assertThat(server().query("redlock_missing")).isEmpty();
	}

	static List<Choices> choices() {
		return dashboard.choices();
	}

	@ParameterizedTest
	@MethodSource("choices")
	@EnabledIf("isInstalled")
	void eachVariableOfTheDashboardHasChoices(Choices choices) {
		String selector = Dashboard.resolve(choices.selector(), Dashboard.ALL);
		List<String> expected = Map
			.of("application", List.of("stock"), "instance", List.of(sample.address(), other.address()), "lock",
					List.of("stock", "report", "import"), "node",
					nodes.all().stream().map((node) -> "127.0.0.1:" + node.port()).toList())
			.get(choices.variable());
		assertThat(server().labelValues(selector, choices.label())).containsAll(expected);
	}

	@Test
	@EnabledIf("isInstalled")
	void prometheusEvaluatesAllRulesAndReportsTheLosses() {
		Awaitility.await("all rules to be evaluated")
			.atMost(LIMIT)
			.untilAsserted(() -> assertThat(server().rules()).hasSameSizeAs(rules.all())
				.allSatisfy(
						(rule) -> assertThat(rule.get("health").stringValue()).as(rule.toString()).isEqualTo("ok")));
		assertState("RedlockLeaseLost", "firing");
	}

	@Test
	@EnabledIf("isInstalled")
	void prometheusNoticesThatTheQuorumIsGone() {
		assertState("RedlockBelowQuorum", "inactive");
		nodes.all().subList(0, 3).forEach(TestNode::kill);
		assertState("RedlockBelowQuorum", "pending");
		nodes.all().subList(0, 3).forEach(TestNode::restart);
		assertState("RedlockBelowQuorum", "inactive");
	}

	private static void assertState(String alert, String state) {
		Awaitility.await(alert + " to be " + state)
			.atMost(LIMIT)
			.until(() -> server().rules()
				.stream()
				.filter((rule) -> rule.get("name").stringValue().equals(alert))
				.map((rule) -> rule.get("state"))
				.map(JsonNode::stringValue)
				.toList()
				.equals(List.of(state)));
	}

	private static PrometheusServer server() {
		if (prometheus == null) {
			throw new IllegalStateException("Prometheus was not started");
		}
		return prometheus;
	}

}
