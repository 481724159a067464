package dev.redlock.autoconfigure;

import org.aspectj.weaver.loadtime.Agent;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

import dev.redlock.aop.DistributedLockWeaving;

/**
 * Auto-configuration for an application that weaves classes with AspectJ for other
 * reasons: locks are left to the proxies, or off.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
@ConditionalOnClass(Agent.class)
public final class RedlockWeavingAutoConfiguration {

	RedlockWeavingAutoConfiguration() {
	}

	/**
	 * The part that needs the classes of AspectJ.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(value = DistributedLockWeaving.class, search = SearchStrategy.CURRENT)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static class PassingConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static DistributedLockWeaving passingDistributedLockWeaving() {
			return DistributedLockWeaving.passing();
		}

	}

}
