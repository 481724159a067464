package dev.redlock.dashboards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.FreePorts;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A newcomer who follows only the page for them gets from an empty directory to a lock
 * that is seen in the dashboard. Every file and every command is taken from the page;
 * only the ports are others, and the library is installed from the jars of this build.
 */
@TestMethodOrder(OrderAnnotation.class)
class NewcomerTests {

	private static final Path PAGE = Project.ROOT.resolve("docs/getting-started.md");

	private static final List<Integer> PORTS = List.of(7001, 7002, 7003, 8080);

	@TempDir
	static Path directory;

	private static LinkedRepository repository;

	private static Guide guide;

	private static Newcomer newcomer;

	static boolean isInstalled() {
		return PrometheusServer.isInstalled();
	}

	@BeforeAll
	static void followTheStepsUpToTheRunningApplication() throws IOException, InterruptedException {
		List<Integer> free = FreePorts.find(PORTS.size());
		Map<Integer, Integer> ports = new HashMap<>();
		PORTS.forEach((port) -> ports.put(port, free.get(ports.size())));
		guide = Guide.read(PAGE).withPorts(ports);
		repository = LinkedRepository.create(Path.of(System.getProperty("newcomer.repository")));
		newcomer = new Newcomer(directory, repository, ports.get(8080));
		newcomer.write(guide.files());
		List<String> commands = guide.commands();
		assertThat(commands).hasSize(5);
		assertThat(commands.get(0))
			.isEqualTo("mvn install -DskipTests -pl redlock-spring-boot-starter,redlock-spring-boot-test -am\n");
		assertThat(Project.read(Project.ROOT.resolve("README.md"))).contains(commands.get(0));
		repository.install(System.getProperty("newcomer.version"), "redlock-spring-boot-parent", Project.RELEASED);
		newcomer.run(commands.get(1));
		newcomer.start(commands.get(2));
	}

	@AfterAll
	static void end() throws IOException {
		if (newcomer != null) {
			newcomer.close();
		}
		if (repository != null) {
			repository.close();
		}
	}

	@Test
	@Order(1)
	void theLockIsSeenInTheMetersOfTheApplication() throws Exception {
		assertThat(newcomer.run(guide.commands().get(3)).lines()).containsAll(guide.shown());
	}

	@Test
	@Order(2)
	@EnabledIf("isInstalled")
	void theLockIsSeenInTheDashboard() throws Exception {
		assertThat(guide.commands().get(4)).isEqualTo("prometheus --config.file=prometheus.yml\n");
		Files.copy(Project.ALERTS, newcomer.directory().resolve("redlock-alerts.yml"));
		try (PrometheusServer prometheus = PrometheusServer.start(newcomer.directory(), "prometheus.yml")) {
			assertSeenInTheDashboard(prometheus);
		}
	}

	private static void assertSeenInTheDashboard(PrometheusServer prometheus) {
		Map<String, String> chosen = new HashMap<>(Dashboard.ALL);
		chosen.put("application", "stock");
		chosen.put("lock", "stock");
		Dashboard dashboard = Dashboard.read();
		Awaitility.await("the lock in the dashboard").atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			assertThat(dashboard.choices()).allSatisfy((choices) -> assertThat(
					prometheus.labelValues(Dashboard.resolve(choices.selector(), chosen), choices.label()))
				.isNotEmpty());
			assertThat(dashboard.queries())
				.filteredOn((query) -> query.panel().startsWith("Acquires ") || query.panel().startsWith("Nodes ")
						|| query.panel().startsWith("Margin ") || query.panel().startsWith("Held time "))
				.filteredOn((query) -> !query.panel().contains("without"))
				.allSatisfy((query) -> assertThat(prometheus.query(Dashboard.resolve(query.expression(), chosen)))
					.isNotEmpty());
		});
	}

}
