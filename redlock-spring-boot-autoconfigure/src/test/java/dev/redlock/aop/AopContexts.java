package dev.redlock.aop;

import java.time.Duration;
import java.util.Locale;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;

import dev.redlock.Redlock;

/**
 * Contexts with the advisor and some beans, without Spring Boot.
 */
final class AopContexts {

	private static final Duration MAX_TTL = Duration.ofSeconds(60);

	private AopContexts() {
	}

	static AnnotationConfigApplicationContext of(Redlock redlock, ConfigurableEnvironment environment,
			Class<?>... beans) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.setEnvironment(environment);
		context.getBeanFactory().registerSingleton("redlock", redlock);
		context.registerBean(DistributedLockAdvisor.class, () -> advisor(context),
				(definition) -> definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE));
		for (Class<?> bean : beans) {
			context.registerBean(decapitalized(bean), bean);
		}
		AopConfigUtils.registerAutoProxyCreatorIfNecessary(context);
		AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(context);
		context.refresh();
		return context;
	}

	private static String decapitalized(Class<?> bean) {
		return bean.getSimpleName().substring(0, 1).toLowerCase(Locale.ROOT) + bean.getSimpleName().substring(1);
	}

	private static DistributedLockAdvisor advisor(AnnotationConfigApplicationContext context) {
		LockDefinitionSource source = new LockDefinitionSource(new EmbeddedValueResolver(context.getBeanFactory()),
				(ttl) -> {
					if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(MAX_TTL) > 0) {
						throw new IllegalArgumentException("not in (0, " + MAX_TTL + "]");
					}
				});
		return new DistributedLockAdvisor(source, context.getBeanFactory(),
				() -> context.getBean("redlock", Redlock.class), Integer.MAX_VALUE - 100);
	}

}
