package dev.redlock.autoconfigure;

import java.net.http.HttpResponse;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.Redlock;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The one operation that changes something, over HTTP.
 */
@Timeout(120)
class RedlockReleaseEndpointTests {

	private static final String[] ENABLED = { "redlock.restart-guard=false", "redlock.node-timeout=5s",
			"redlock.endpoint.release-enabled=true" };

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	@Test
	void endsALeaseOfThisProcessAndNoOther() throws Exception {
		try (ActuatorApplication application = ActuatorApplication.start(servers, ENABLED)) {
			Lease lease = application.bean(Redlock.class).acquire(LockRequest.of("stock/eu:7"));
			HttpResponse<String> response = application.send("DELETE", "redlock/stock/eu:7");
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(ActuatorApplication.parse(response.body())).containsOnlyKeys("resource", "outcomes")
				.containsEntry("resource", "stock/eu:7")
				.containsEntry("outcomes", List.of("RELEASED"));
			assertThat(response.body()).doesNotContain(lease.token());
			assertThat(lease.loss()).hasValue(LossReason.REVOKED);
			Awaitility.await().until(() -> servers.get(0).get("stock/eu:7") == null);
			servers.all().forEach((server) -> server.set("foreign", "of another process"));
			assertThat(application.status("DELETE", "redlock/foreign")).isEqualTo(404);
			assertThat(servers.get(0).get("foreign")).isEqualTo("of another process");
			assertThat(application.status("DELETE", "redlock")).isEqualTo(400);
			assertThat(application.json("redlock/foreign")).containsEntry("held", true);
		}
	}

	@Test
	void doesNotExistIfTheAccessIsReadOnlyAndTheJsonOfTheApplicationDoesNotMatter() throws Exception {
		String[] properties = { ENABLED[0], ENABLED[1], ENABLED[2], "management.endpoint.redlock.access=read-only",
				"spring.jackson.property-naming-strategy=SNAKE_CASE" };
		try (ActuatorApplication application = ActuatorApplication.start(servers, properties);
				Lease lease = application.bean(Redlock.class).acquire(LockRequest.of("kept"))) {
			assertThat(application.status("DELETE", "redlock/kept")).isEqualTo(405);
			assertThat(lease.isValid()).isTrue();
			assertThat(application.json("redlock/kept")).containsEntry("heldHere", true);
		}
	}

}
