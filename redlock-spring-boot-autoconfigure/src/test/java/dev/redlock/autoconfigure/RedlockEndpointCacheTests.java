package dev.redlock.autoconfigure;

import java.util.List;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the endpoint shows again without looking.
 */
@Timeout(120)
class RedlockEndpointCacheTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@Test
	void theListIsCachedForAsLongAsIsSaidAndASingleResourceNever() throws Exception {
		try (ActuatorApplication application = ActuatorApplication.start(servers, "redlock.restart-guard=false",
				"redlock.node-timeout=5s", "management.endpoint.redlock.cache.time-to-live=1h")) {
			assertThat(application.json("redlock")).containsEntry("leases", List.of());
			assertThat(application.json("redlock/order:42")).containsEntry("held", false);
			try (Lease lease = application.bean(Redlock.class).acquire(LockRequest.of("order:42"))) {
				assertThat(lease.isValid()).isTrue();
				assertThat(application.json("redlock")).containsEntry("leases", List.of());
				assertThat(application.json("redlock/order:42")).containsEntry("held", true)
					.containsEntry("heldHere", true);
			}
			assertThat(application.json("redlock/order:42")).containsEntry("held", false)
				.containsEntry("heldHere", false);
		}
	}

	@Test
	void nothingIsCachedUnlessItIsSaid() throws Exception {
		try (ActuatorApplication application = ActuatorApplication.start(servers, "redlock.restart-guard=false",
				"redlock.node-timeout=5s")) {
			assertThat(application.json("redlock")).containsEntry("leases", List.of());
			try (Lease lease = application.bean(Redlock.class).acquire(LockRequest.of("order:42"))) {
				assertThat(lease.isValid()).isTrue();
				assertThat(application.json("redlock").get("leases")).asInstanceOf(InstanceOfAssertFactories.LIST)
					.hasSize(1);
			}
		}
	}

}
