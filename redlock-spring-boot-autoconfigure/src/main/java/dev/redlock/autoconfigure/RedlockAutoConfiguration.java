package dev.redlock.autoconfigure;

import java.util.concurrent.Executor;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.ProxyType;
import org.springframework.context.annotation.Proxyable;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import redis.clients.jedis.ConnectionPool;

import dev.redlock.Lease;
import dev.redlock.LeaseCloser;
import dev.redlock.Redlock;
import dev.redlock.RedlockListener;
import dev.redlock.aop.CallbackThreads;
import dev.redlock.aop.ContextualRedlock;
import dev.redlock.aop.DistributedLockAdvisor;
import dev.redlock.aop.DistributedLockWeaving;
import dev.redlock.aop.LockDefinitionCheck;
import dev.redlock.aop.LockDefinitionSource;
import dev.redlock.aop.LockObserver;
import dev.redlock.node.RedlockNodeDecorator;
import dev.redlock.quorum.QuorumRedlock;
import dev.redlock.quorum.QuorumSettings;

/**
 * Auto-configuration for distributed locks by {@link Redlock} and
 * {@link dev.redlock.annotation.DistributedLock}.
 */
@AutoConfiguration
@ConditionalOnSetting(name = "redlock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(RedlockProperties.class)
@ImportRuntimeHints(RedlockRuntimeHints.class)
public final class RedlockAutoConfiguration {

	RedlockAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	QuorumSettings redlockQuorumSettings(RedlockProperties properties) {
		return QuorumSettingsFactory.create(properties);
	}

	@Bean
	CallbackThreads redlockCallbackThreads(@Qualifier("redlockExecutor") ObjectProvider<Executor> executor,
			Environment environment) {
		Executor own = executor.getIfAvailable();
		if (own != null) {
			return CallbackThreads.of(own);
		}
		return Threading.VIRTUAL.isActive(environment) ? CallbackThreads.ofVirtual() : CallbackThreads.ofPlatform();
	}

	@Bean
	UnattendedWorkLifecycle redlockUnattendedWorkLifecycle(CallbackThreads threads) {
		return new UnattendedWorkLifecycle(threads.unattended());
	}

	/**
	 * The locks on Jedis nodes, unless the application brings its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ConnectionPool.class)
	@ConditionalOnMissingBean(Redlock.class)
	static class QuorumConfiguration {

		@Bean
		@ConditionalOnBean(RedlockServiceConnectionDetails.class)
		@ConditionalOnMissingBean(RedlockConnectionDetails.class)
		GatheredRedlockConnectionDetails gatheredRedlockConnectionDetails(
				ObjectProvider<RedlockServiceConnectionDetails> services) {
			return new GatheredRedlockConnectionDetails(services.stream().toList());
		}

		@Bean
		@ConditionalOnMissingBean(RedlockConnectionDetails.class)
		PropertiesRedlockConnectionDetails redlockConnectionDetails(RedlockProperties properties) {
			return new PropertiesRedlockConnectionDetails(properties);
		}

		@Bean
		RedlockNodes redlockNodes(RedlockProperties properties, QuorumSettings settings,
				RedlockConnectionDetails details, ObjectProvider<SslBundles> sslBundles,
				ObjectProvider<RedlockNodeDecorator> decorators, Environment environment) {
			UnusedNodeProperties.refuse(environment);
			JedisNodeSettingsFactory factory = new JedisNodeSettingsFactory(properties, settings.maxTtl(),
					sslBundles.getIfAvailable());
			return new RedlockNodes(factory.create(details), decorators.orderedStream().toList());
		}

		@Bean
		RedlockEngine redlockEngine(RedlockNodes nodes, QuorumSettings settings, CallbackThreads threads,
				ObjectProvider<RedlockListener> listeners, ObjectProvider<LeaseCloser> closer) {
			return new RedlockEngine(new QuorumRedlock(nodes.asList(), settings, System::nanoTime, nodes.asTimer(),
					threads::execute, listeners.orderedStream().toList(), closer.getIfAvailable(() -> Lease::close)));
		}

		@Bean
		@Proxyable(ProxyType.INTERFACES)
		ContextualRedlock redlock(RedlockEngine engine, ObjectProvider<LockObserver> observer) {
			return new ContextualRedlock(engine.redlock(), observer.getIfAvailable(LockObserver::none));
		}

		@Bean
		RedlockLifecycle redlockLifecycle(RedlockEngine engine, ConfigurableApplicationContext context) {
			return new RedlockLifecycle(engine.redlock(), "redlockEngine", context);
		}

	}

	/**
	 * The annotation.
	 */
	@Configuration(proxyBeanMethods = false)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static class AopConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LockDefinitionSource lockDefinitionSource(ConfigurableBeanFactory beanFactory,
				ObjectProvider<QuorumSettings> settings) {
			return new LockDefinitionSource(new EmbeddedValueResolver(beanFactory),
					(ttl) -> settings.getObject().requireUsable(ttl), () -> settings.getObject().ttl());
		}

	}

	/**
	 * The annotation, on beans behind proxies.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnProxyMode.class)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static class ProxyConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static DistributedLockAdvisor distributedLockAdvisor(LockDefinitionSource definitions, BeanFactory beanFactory,
				Environment environment, ObjectProvider<Redlock> redlock) {
			// Asking for the properties here would keep other beans from being
			// post-processed.
			int order = Binder.get(environment)
				.bind("redlock.aop", RedlockProperties.Aop.class)
				.map(RedlockProperties.Aop::order)
				.orElse(RedlockProperties.Aop.DEFAULT_ORDER);
			return new DistributedLockAdvisor(definitions, beanFactory, redlock::getObject, order);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LockDefinitionCheck lockDefinitionCheck(LockDefinitionSource definitions,
				ConfigurableListableBeanFactory beanFactory, ObjectProvider<Redlock> redlock) {
			return new LockDefinitionCheck(definitions, beanFactory, redlock::getObject);
		}

	}

	/**
	 * The annotation, on classes that AspectJ weaves.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnAspectJMode.class)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static class AspectJConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static DistributedLockWeaving distributedLockWeaving(LockDefinitionSource definitions,
				ConfigurableListableBeanFactory beanFactory, ObjectProvider<Redlock> redlock) {
			if (!ClassUtils.isPresent("org.aspectj.weaver.loadtime.Agent", null) || !(DistributedLockWeaving.hasAgent()
					|| beanFactory.containsBean(ConfigurableApplicationContext.LOAD_TIME_WEAVER_BEAN_NAME))) {
				throw new InvalidRedlockPropertyException("redlock.aop.mode",
						"'aspectj' needs the load-time weaver of AspectJ, which is not there",
						"Start the JVM with -javaagent:aspectjweaver.jar, or use @EnableLoadTimeWeaving, or set it to proxy.",
						null);
			}
			WeaverConfiguration.requireAspect(System.getProperty(WeaverConfiguration.PROPERTY),
					beanFactory.getBeanClassLoader());
			return DistributedLockWeaving.locking(definitions, beanFactory, redlock::getObject);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LockDefinitionCheck lockDefinitionCheck(LockDefinitionSource definitions,
				ConfigurableListableBeanFactory beanFactory, ObjectProvider<Redlock> redlock) {
			return LockDefinitionCheck.ofWoven(definitions, beanFactory, redlock::getObject);
		}

	}

}
