package dev.redlock.testing;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

import dev.redlock.RedlockListener;
import dev.redlock.quorum.QuorumSettings;

/**
 * Puts locks in memory in the place of all others in an application context.
 */
@Configuration(proxyBeanMethods = false)
class InMemoryRedlockConfiguration {

	@Bean
	@Primary
	InMemoryRedlock inMemoryRedlock(ObjectProvider<QuorumSettings> settings,
			ObjectProvider<RedlockListener> listeners) {
		return new InMemoryRedlock(settings.getIfAvailable(QuorumSettings::defaults), System::nanoTime,
				listeners.orderedStream().toList());
	}

}
