package dev.redlock.autoconfigure;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mockito.ArgumentMatchers;
import org.mockito.BDDMockito;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.LockContext;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of an application that replace its locks, or watch them.
 */
@SpringJUnitConfig
class MockedLocksTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	@Autowired
	private Jobs jobs;

	@Autowired
	private Redlock redlock;

	@DynamicPropertySource
	static void nodes(DynamicPropertyRegistry registry) {
		registry.add("redlock.nodes", servers::uris);
		registry.add("redlock.restart-guard", () -> false);
		registry.add("redlock.node-timeout", () -> "5s");
	}

	private void assertAsked() throws Exception {
		BDDMockito.then(this.redlock)
			.should()
			.execute(ArgumentMatchers.argThat((LockRequest request) -> request.resources().contains("job")),
					ArgumentMatchers.any());
	}

	@Nested
	@MockitoBean(types = Redlock.class)
	class Mocked {

		@Test
		void aMockOfTheTypeTakesThePlaceOfTheLocks() throws Exception {
			assertThat(MockedLocksTests.this.jobs.run()).isNull();
			assertAsked();
		}

	}

	@Nested
	@MockitoSpyBean(types = Redlock.class)
	class Spied {

		@Test
		void aSpySeesTheCallsOfAnnotatedMethodsWhichAreLockedAllTheSame() throws Exception {
			assertThat(MockedLocksTests.this.jobs.run()).isEqualTo("locked");
			assertAsked();
		}

	}

	static class Jobs {

		@DistributedLock(name = "job")
		String run() {
			LockContext.assertHeld("job");
			return "locked";
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockAutoConfiguration.class })
	@Import(Jobs.class)
	static class Application {

	}

}
