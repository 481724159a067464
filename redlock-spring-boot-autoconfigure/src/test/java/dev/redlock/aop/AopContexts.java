package dev.redlock.aop;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.mock.env.MockEnvironment;

import dev.redlock.Redlock;

/**
 * Contexts with the advisor and some beans, without Spring Boot.
 */
final class AopContexts {

	static final Duration DEFAULT_TTL = Duration.ofSeconds(30);

	private static final Duration MAX_TTL = Duration.ofSeconds(60);

	private AopContexts() {
	}

	static AnnotationConfigApplicationContext of(Redlock redlock, Class<?>... beans) {
		return of(redlock, new MockEnvironment(), beans);
	}

	static AnnotationConfigApplicationContext of(Redlock redlock, ConfigurableEnvironment environment,
			Class<?>... beans) {
		return of(redlock, (context) -> {
			context.setEnvironment(environment);
			register(context, beans);
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(context);
		});
	}

	/**
	 * Returns a context whose beans are behind proxies of their interfaces.
	 */
	static AnnotationConfigApplicationContext ofInterfaces(Redlock redlock, Class<?>... beans) {
		return of(redlock, (context) -> register(context, beans));
	}

	static AnnotationConfigApplicationContext of(Redlock redlock,
			Consumer<AnnotationConfigApplicationContext> customizer) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.getBeanFactory().registerSingleton("redlock", redlock);
		context.getBeanFactory().registerSingleton("threads", DirectThreads.make());
		context.registerBean(LockDefinitionSource.class, () -> definitions(context),
				(definition) -> definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE));
		context.registerBean(DistributedLockAdvisor.class, () -> advisor(context),
				(definition) -> definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE));
		context.registerBean(LockDefinitionCheck.class,
				() -> new LockDefinitionCheck(context.getBean(LockDefinitionSource.class), context.getBeanFactory(),
						() -> context.getBean(Redlock.class)));
		AopConfigUtils.registerAutoProxyCreatorIfNecessary(context);
		customizer.accept(context);
		try {
			context.refresh();
			return context;
		}
		catch (RuntimeException ex) {
			context.close();
			throw ex;
		}
	}

	private static void register(AnnotationConfigApplicationContext context, Class<?>... beans) {
		for (Class<?> bean : beans) {
			context.registerBean(decapitalized(bean), bean);
		}
	}

	private static String decapitalized(Class<?> bean) {
		return bean.getSimpleName().substring(0, 1).toLowerCase(Locale.ROOT) + bean.getSimpleName().substring(1);
	}

	private static DistributedLockAdvisor advisor(AnnotationConfigApplicationContext context) {
		return new DistributedLockAdvisor(context.getBean(LockDefinitionSource.class), context.getBeanFactory(),
				() -> context.getBean("redlock", Redlock.class), Integer.MAX_VALUE - 100);
	}

	private static LockDefinitionSource definitions(AnnotationConfigApplicationContext context) {
		return new LockDefinitionSource(new EmbeddedValueResolver(context.getBeanFactory()), (ttl) -> {
			if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(MAX_TTL) > 0) {
				throw new IllegalArgumentException("not in (0, " + MAX_TTL + "]");
			}
		}, () -> DEFAULT_TTL);
	}

}
