package dev.redlock.testing;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.ProxyType;
import org.springframework.context.annotation.Proxyable;

import dev.redlock.Lease;
import dev.redlock.LeaseCloser;
import dev.redlock.RedlockListener;
import dev.redlock.aop.ContextualRedlock;
import dev.redlock.aop.LockObserver;
import dev.redlock.quorum.QuorumSettings;

/**
 * Puts locks in memory in the place of all others in an application context.
 */
@Configuration(proxyBeanMethods = false)
class InMemoryRedlockConfiguration {

	/**
	 * Called so that no aspect of the application is around it: it is injected by its
	 * class, and in production there is nothing of the kind behind the other bean.
	 */
	@Bean("dev.redlock.testing.InMemoryRedlock" + AutowireCapableBeanFactory.ORIGINAL_INSTANCE_SUFFIX)
	InMemoryRedlock inMemoryRedlock(ObjectProvider<QuorumSettings> settings, ObjectProvider<RedlockListener> listeners,
			ObjectProvider<LeaseCloser> closer) {
		return new InMemoryRedlock(settings.getIfAvailable(QuorumSettings::defaults), System::nanoTime,
				listeners.orderedStream().toList(), closer.getIfAvailable(() -> Lease::close));
	}

	@Bean
	@Primary
	@Proxyable(ProxyType.INTERFACES)
	ContextualRedlock contextualInMemoryRedlock(InMemoryRedlock redlock, ObjectProvider<LockObserver> observer) {
		return new ContextualRedlock(redlock, observer.getIfAvailable(LockObserver::none));
	}

}
