package dev.redlock.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for an application whose locks are switched off: says so, once.
 */
@AutoConfiguration
@ConditionalOnSetting(name = "redlock.enabled", havingValue = false)
public final class RedlockOffAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(RedlockOffAutoConfiguration.class);

	RedlockOffAutoConfiguration() {
	}

	@Bean
	SmartInitializingSingleton redlockOffNotice() {
		return () -> logger.warn("Redlock is switched off by redlock.enabled=false. Methods with @DistributedLock run "
				+ "without locks, and there is no Redlock bean.");
	}

}
