package dev.redlock.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.redlock.actuate.RedlockHealthIndicator;

/**
 * Auto-configuration for the health of the locks.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
@ConditionalOnClass({ AbstractHealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
public final class RedlockHealthAutoConfiguration {

	RedlockHealthAutoConfiguration() {
	}

	/**
	 * Apart, so that its conditions are not even looked at without the health module.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(RedlockNodes.class)
	@ConditionalOnEnabledHealthIndicator("redlock")
	static class IndicatorConfiguration {

		@Bean
		@ConditionalOnMissingBean(name = { "redlockHealthIndicator", "redlockHealthContributor" })
		RedlockHealthIndicator redlockHealthIndicator(RedlockNodes nodes) {
			return new RedlockHealthIndicator(nodes.asList());
		}

	}

}
