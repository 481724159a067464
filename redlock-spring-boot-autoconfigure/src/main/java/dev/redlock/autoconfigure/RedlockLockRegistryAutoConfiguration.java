package dev.redlock.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.support.locks.LockRegistry;

import dev.redlock.Redlock;
import dev.redlock.integration.RedlockRegistry;

/**
 * Auto-configuration for the locks of Spring Integration, on demand.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class,
		beforeName = "org.springframework.boot.integration.autoconfigure.IntegrationAutoConfiguration")
@ConditionalOnClass(LockRegistry.class)
@ConditionalOnSetting(name = "redlock.lock-registry.enabled")
@ConditionalOnBean(Redlock.class)
public final class RedlockLockRegistryAutoConfiguration {

	RedlockLockRegistryAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(LockRegistry.class)
	RedlockRegistry redlockRegistry(Redlock redlock) {
		return new RedlockRegistry(redlock);
	}

}
