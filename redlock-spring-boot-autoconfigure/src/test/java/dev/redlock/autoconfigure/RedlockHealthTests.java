package dev.redlock.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.actuate.RedlockHealthIndicator;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

class RedlockHealthTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class, RedlockHealthAutoConfiguration.class));

	private ApplicationContextRunner connected() {
		return this.runner.withPropertyValues("redlock.nodes=" + servers.uris(), "redlock.node-timeout=5s",
				"redlock.connect-timeout=20s");
	}

	@Test
	void isUpWhileAQuorumVotesAndDownBelow() {
		connected().withPropertyValues("redlock.restart-guard=false").run((context) -> {
			RedlockHealthIndicator indicator = context.getBean(RedlockHealthIndicator.class);
			assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
			servers.get(0).kill();
			Awaitility.await().until(() -> voting(indicator.health()) == 2);
			assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
			servers.get(1).kill();
			Awaitility.await().until(() -> voting(indicator.health()) == 1);
			assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
			assertThat(row(indicator, 0)).containsEntry("state", State.DOWN)
				.containsKeys("since", "version", "detail")
				.doesNotContainKeys("roundTrip", "quarantineLeft");
			assertThat(row(indicator, 2)).containsEntry("state", State.UP)
				.containsKeys("since", "version")
				.doesNotContainKeys("detail", "quarantineLeft");
			servers.get(0).restart();
			Awaitility.await().until(() -> indicator.health().getStatus().equals(Status.UP));
		});
	}

	@Test
	void aContributorOfTheApplicationTakesItsPlace() {
		for (String name : new String[] { "redlockHealthIndicator", "redlockHealthContributor" }) {
			connected().withBean(name, HealthIndicator.class, () -> () -> Health.up().build())
				.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RedlockHealthIndicator.class));
		}
	}

	@Test
	void aNodeThatHangsIsDownUntilItGoesOn() {
		connected().withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=250ms").run((context) -> {
			RedlockHealthIndicator indicator = context.getBean(RedlockHealthIndicator.class);
			Awaitility.await()
				.untilAsserted(() -> assertThat(row(indicator, 0).get("roundTrip"))
					.asInstanceOf(InstanceOfAssertFactories.DURATION)
					.isPositive());
			servers.get(0).pause();
			Awaitility.await().until(() -> row(indicator, 0).get("state") == State.DOWN);
			assertThat(row(indicator, 0).get("detail")).isEqualTo("the server does not answer in time");
			servers.get(0).resume();
			Awaitility.await().until(() -> row(indicator, 0).get("state") == State.UP);
		});
	}

	@Test
	void sinceWhenANodeIsAsItIsMovesOnlyWithItsState() {
		connected().withPropertyValues("redlock.restart-guard=false").run((context) -> {
			RedlockHealthIndicator indicator = context.getBean(RedlockHealthIndicator.class);
			Instant since = (Instant) row(indicator, 0).get("since");
			assertThat(since).isBetween(Instant.now().minusSeconds(60), Instant.now());
			Awaitility.await().until(() -> Instant.now().isAfter(since.plusSeconds(2)));
			assertThat((Instant) row(indicator, 0).get("since")).isBetween(since.minusSeconds(1), since.plusSeconds(1));
			servers.get(0).kill();
			Awaitility.await().until(() -> ((Instant) row(indicator, 0).get("since")).isAfter(since.plusSeconds(1)));
			assertThat((Instant) row(indicator, 1).get("since")).isBetween(since.minusSeconds(1), since.plusSeconds(1));
		});
	}

	@Test
	void tellsWhichNodeIsInQuarantineForHowLongAndHowToSwitchItOff() {
		servers.all().forEach((server) -> server.restart());
		connected().run((context) -> {
			Health health = context.getBean(RedlockHealthIndicator.class).health();
			assertThat(health.getStatus()).isEqualTo(Status.DOWN);
			Map<?, ?> row = row(context.getBean(RedlockHealthIndicator.class), 2);
			assertThat(row.get("name")).isEqualTo("127.0.0.1:" + servers.get(2).port());
			assertThat(row.get("state")).isEqualTo(State.QUARANTINED);
			assertThat(row.get("quarantineLeft")).asInstanceOf(InstanceOfAssertFactories.DURATION)
				.isBetween(Duration.ofSeconds(1), Duration.ofSeconds(60));
			assertThat(row.get("detail")).asString()
				.containsPattern("votes again by itself in \\d+s\\.")
				.contains("redlock.restart-guard=false switches this off");
		});
	}

	@Test
	void canBeSwitchedOffAndIsNotNeeded() {
		connected().withPropertyValues("management.health.redlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(RedlockHealthIndicator.class));
		connected().withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> row(RedlockHealthIndicator indicator, int index) {
		return ((List<Map<String, Object>>) indicator.health().getDetails().get("nodes")).get(index);
	}

	private static int voting(Health health) {
		return (Integer) health.getDetails().get("voting");
	}

}
