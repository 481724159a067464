package dev.redlock.testing.shop;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Testcontainers;

import dev.redlock.LockInspection.NodeView;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.testing.RedlockContainers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A whole application with nodes in containers. Skipped only where no Docker answers.
 */
@Testcontainers(disabledWithoutDocker = true)
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@DirtiesContext
class ContainersTests {

	private static final String REDIS_IMAGE = System.getProperty("redis.image");

	@Autowired
	private Tickets tickets;

	@Autowired
	private Redlock redlock;

	@Test
	void anAnnotatedMethodHasItsLockOnTheContainers() {
		this.tickets.sell("42", () -> assertThat(this.redlock.inspect("ticket:42").held()).isTrue());
		assertThat(this.redlock.inspect("ticket:42").held()).isFalse();
	}

	@Test
	void theContainersAreTheNodes() throws Exception {
		this.redlock.execute(LockRequest.of("a"), (lease) -> {
			assertThat(this.redlock.inspect("a").nodes()).extracting(NodeView::node)
				.containsExactly("redis-1", "redis-2", "redis-3");
			return null;
		});
	}

	// tag::containers[]
	@TestConfiguration(proxyBeanMethods = false)
	static class RedisContainers {

		@Bean
		RedlockContainers redlockContainers() {
			return RedlockContainers.of(3, () -> new GenericContainer<>(REDIS_IMAGE).withExposedPorts(6379));
		}

	}
	// end::containers[]

}
