package dev.redlock.autoconfigure;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.redlock.actuate.RedlockEndpoint;
import dev.redlock.actuate.RedlockJmxEndpointExtension;
import dev.redlock.actuate.RedlockReleaseEndpointExtension;

/**
 * Auto-configuration for the endpoint of the locks.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
public final class RedlockEndpointAutoConfiguration {

	RedlockEndpointAutoConfiguration() {
	}

	/**
	 * Apart, so that its conditions are not even looked at without the actuator.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(RedlockNodes.class)
	@ConditionalOnAvailableEndpoint(RedlockEndpoint.class)
	static class EndpointConfiguration {

		@Bean
		@ConditionalOnMissingBean
		RedlockEndpoint redlockEndpoint(RedlockNodes nodes, RedlockEngine engine) {
			return new RedlockEndpoint(nodes.asList(), engine.redlock(), engine.redlock()::heldLeases);
		}

		@Bean
		@ConditionalOnMissingBean
		@ConditionalOnBean(RedlockEndpoint.class)
		RedlockJmxEndpointExtension redlockJmxEndpointExtension(RedlockEndpoint endpoint) {
			return new RedlockJmxEndpointExtension(endpoint);
		}

		@Bean
		@ConditionalOnMissingBean
		@ConditionalOnSetting(name = "redlock.endpoint.release-enabled")
		RedlockReleaseEndpointExtension redlockReleaseEndpointExtension(RedlockEngine engine) {
			return new RedlockReleaseEndpointExtension(engine.redlock()::revoke);
		}

	}

}
