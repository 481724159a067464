package dev.redlock.autoconfigure;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import dev.redlock.aop.LockObserver;
import dev.redlock.observation.LockPhaseObservationConvention;
import dev.redlock.observation.LockedObservationConvention;
import dev.redlock.observation.ObservedLocks;

/**
 * Auto-configuration for observations of work under locks.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
@ConditionalOnSetting(name = "redlock.enabled", matchIfMissing = true)
public final class RedlockObservationAutoConfiguration {

	RedlockObservationAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(LockObserver.class)
	ObservedLocks redlockObservedLocks(ObservationRegistry registry,
			ObjectProvider<LockedObservationConvention> convention,
			ObjectProvider<LockPhaseObservationConvention> phaseConvention) {
		return new ObservedLocks(registry, convention.getIfAvailable(), phaseConvention.getIfAvailable());
	}

}
