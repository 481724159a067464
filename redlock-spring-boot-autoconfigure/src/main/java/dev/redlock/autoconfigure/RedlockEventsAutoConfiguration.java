package dev.redlock.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

import dev.redlock.Redlock;
import dev.redlock.actuate.RedlockEventPublisher;

/**
 * Auto-configuration for application events about the locks.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
@ConditionalOnBean(Redlock.class)
@ConditionalOnSetting(name = "redlock.events.enabled")
public final class RedlockEventsAutoConfiguration {

	RedlockEventsAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	RedlockEventPublisher redlockEventPublisher(ApplicationEventPublisher publisher) {
		return new RedlockEventPublisher(publisher);
	}

}
