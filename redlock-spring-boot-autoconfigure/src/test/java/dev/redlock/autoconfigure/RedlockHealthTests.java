package dev.redlock.autoconfigure;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.actuate.RedlockHealthIndicator;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

class RedlockHealthTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class, RedlockHealthAutoConfiguration.class));

	private ApplicationContextRunner connected() {
		return this.runner.withPropertyValues("redlock.nodes=" + servers.uris());
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
			assertThat(indicator.health().getDetails().get("nodes").toString())
				.contains("127.0.0.1:" + servers.get(0).port() + "=DOWN: ");
		});
	}

	@Test
	void tellsWhichNodeIsInQuarantineForHowLongAndHowToSwitchItOff() {
		servers.all().forEach((server) -> server.restart());
		connected().run((context) -> {
			Health health = context.getBean(RedlockHealthIndicator.class).health();
			assertThat(health.getStatus()).isEqualTo(Status.DOWN);
			assertThat(health.getDetails().get("nodes").toString())
				.contains("127.0.0.1:" + servers.get(2).port() + "=QUARANTINED: ")
				.containsPattern("does not vote for another \\d+ms")
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

	private static int voting(Health health) {
		return (Integer) health.getDetails().get("voting");
	}

}
