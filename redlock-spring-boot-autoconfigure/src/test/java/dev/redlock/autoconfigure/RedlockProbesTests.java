package dev.redlock.autoconfigure;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Health groups, over HTTP.
 */
@Timeout(120)
class RedlockProbesTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	@Test
	void aLostQuorumEndsReadinessIfAskedToAndNeverLiveness() throws Exception {
		try (ActuatorApplication application = ActuatorApplication.start(servers, "redlock.restart-guard=false",
				"redlock.node-timeout=5s", "management.endpoint.health.probes.enabled=true",
				"management.endpoint.health.group.readiness.include=readinessState,redlock")) {
			awaitStatus(application, "health/readiness", 200);
			assertThat(application.text("health/liveness")).doesNotContain("redlock");
			assertThat(application.text("health/readiness")).contains("redlock");
			servers.get(0).kill();
			servers.get(1).kill();
			awaitStatus(application, "health/readiness", 503);
			assertThat(application.status("GET", "health")).isEqualTo(503);
			assertThat(application.text("health/liveness")).contains("\"UP\"").doesNotContain("redlock");
			servers.get(0).restart();
			awaitStatus(application, "health/readiness", 200);
		}
	}

	@Test
	void readinessIsLeftAloneUnlessAskedTo() throws Exception {
		servers.get(0).kill();
		servers.get(1).kill();
		try (ActuatorApplication application = ActuatorApplication.start(servers, "redlock.restart-guard=false",
				"redlock.node-timeout=5s", "management.endpoint.health.probes.enabled=true")) {
			awaitStatus(application, "health", 503);
			assertThat(application.text("health/readiness")).doesNotContain("redlock");
			assertThat(application.text("health/liveness")).doesNotContain("redlock");
		}
	}

	private static void awaitStatus(ActuatorApplication application, String path, int status) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(application.status("GET", path)).isEqualTo(status));
	}

}
