package dev.redlock.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.BDDMockito;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.actuate.RedlockEndpoint;
import dev.redlock.actuate.RedlockEventPublisher;
import dev.redlock.actuate.RedlockHealthIndicator;
import dev.redlock.actuate.RedlockReleaseEndpointExtension;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

class RedlockEndpointAutoConfigurationTests {

	private static final String EXPOSED = "management.endpoints.web.exposure.include=redlock";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class, RedlockHealthAutoConfiguration.class,
				RedlockEndpointAutoConfiguration.class, RedlockEventsAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s");

	private ApplicationContextRunner connected() {
		return this.runner.withPropertyValues("redlock.nodes=" + servers.uris());
	}

	@Test
	void theEndpointIsThereWhenItIsExposed() {
		connected().run((context) -> assertThat(context).doesNotHaveBean(RedlockEndpoint.class));
		connected().withPropertyValues(EXPOSED)
			.run((context) -> assertThat(context).hasSingleBean(RedlockEndpoint.class)
				.doesNotHaveBean(RedlockReleaseEndpointExtension.class));
		connected().withPropertyValues(EXPOSED, "management.endpoint.redlock.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(RedlockEndpoint.class));
	}

	@Test
	void nothingCanBeReleasedUnlessItIsAskedForAndTheEndpointIsThere() {
		connected().withPropertyValues(EXPOSED, "redlock.endpoint.release-enabled=true")
			.run((context) -> assertThat(context).hasSingleBean(RedlockReleaseEndpointExtension.class));
		connected().withPropertyValues(EXPOSED, "redlock.endpoint.release-enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(RedlockReleaseEndpointExtension.class));
		connected().withPropertyValues(EXPOSED, "management.endpoints.access.default=UNRESTRICTED")
			.run((context) -> assertThat(context).doesNotHaveBean(RedlockReleaseEndpointExtension.class));
		connected().withPropertyValues("redlock.endpoint.release-enabled=true")
			.run((context) -> assertThat(context).doesNotHaveBean(RedlockReleaseEndpointExtension.class));
	}

	@Test
	void theBeansOfTheApplicationWin() {
		RedlockEndpoint own = new RedlockEndpoint(List.of(), BDDMockito.mock(Redlock.class), List::of);
		connected().withPropertyValues(EXPOSED)
			.withBean(RedlockEndpoint.class, () -> own)
			.run((context) -> assertThat(context).getBean(RedlockEndpoint.class).isSameAs(own));
	}

	@Test
	void thereIsNothingToShowOfLocksThatTheApplicationBrings() {
		this.runner.withPropertyValues(EXPOSED)
			.withBean(Redlock.class, () -> BDDMockito.mock(Redlock.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(RedlockEndpoint.class)
				.doesNotHaveBean(RedlockHealthIndicator.class));
	}

	@Test
	void nothingIsThereWithoutLocks() {
		this.runner
			.withPropertyValues(EXPOSED, "redlock.enabled=false", "redlock.endpoint.release-enabled=true",
					"redlock.events.enabled=true")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(RedlockEndpoint.class)
				.doesNotHaveBean(RedlockReleaseEndpointExtension.class)
				.doesNotHaveBean(RedlockEventPublisher.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.boot.actuate", "org.springframework.boot.actuate.autoconfigure",
			"org.springframework.boot.health", "org.springframework.boot.health.autoconfigure" })
	void locksNeedNeitherActuatorNorHealth(String missing) {
		connected().withPropertyValues(EXPOSED, "redlock.endpoint.release-enabled=true", "redlock.events.enabled=true")
			.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(RedlockEventPublisher.class);
				assertThat(context.containsBean("redlockEndpoint")).isEqualTo(!missing.contains("actuate"));
				assertThat(context.containsBean("redlockHealthIndicator")).isEqualTo(!missing.contains("health"));
				context.getBean(Redlock.class).acquire(LockRequest.of("a")).close();
			});
	}

}
