package dev.redlock.autoconfigure;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

import dev.redlock.transaction.CommitGuard;

/**
 * Adds the guard to all transaction managers. Spring Boot would add it to those that it
 * configures itself, but not to those that the application declares.
 */
final class CommitGuardRegistration implements BeanPostProcessor, PriorityOrdered {

	private final CommitGuard guard = new CommitGuard();

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		// A reactive transaction commits on any thread, which knows of no lease.
		if (bean instanceof PlatformTransactionManager && bean instanceof ConfigurableTransactionManager manager
				&& !manager.getTransactionExecutionListeners().contains(this.guard)) {
			manager.addListener(this.guard);
		}
		return bean;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

}
