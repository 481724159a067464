package dev.redlock.aop;

import java.lang.reflect.Proxy;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * What is known of the beans of an application without creating any, but for
 * {@link #product products}.
 */
final class KnownBeans {

	private static final Logger logger = LoggerFactory.getLogger(KnownBeans.class);

	/**
	 * Spring's stand-in for none, which nobody sees. The bean itself is asked for
	 * nothing, since a proxy may do anything.
	 */
	private static final String NONE = "org.springframework.beans.factory.support.NullBean";

	private final ConfigurableListableBeanFactory beanFactory;

	KnownBeans(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Returns the class behind all proxies of a bean, or what else its definition tells
	 * of it; {@code null} if that is nothing.
	 */
	@Nullable Class<?> type(String name) {
		try {
			Class<?> type = AutoProxyUtils.determineTargetClass(this.beanFactory, name);
			if (type != null && (type.isInterface() || Proxy.isProxyClass(type))) {
				Object singleton = singleton(name);
				type = (singleton != null) ? Targets.type(singleton) : type;
			}
			return (type != null) ? ClassUtils.getUserClass(type) : null;
		}
		catch (RuntimeException | LinkageError ex) {
			logger.debug("The class of bean '{}' is not known", name, ex);
			return null;
		}
	}

	/**
	 * Returns the class behind all proxies of an object, or {@code null} if it is not
	 * known.
	 */
	static @Nullable Class<?> type(Object bean, String name) {
		try {
			return ClassUtils.getUserClass(Targets.type(bean));
		}
		catch (RuntimeException | LinkageError ex) {
			// Such as a proxy whose target depends on what is going on.
			logger.debug("The class of bean '{}' is not known", name, ex);
			return null;
		}
	}

	/**
	 * Returns a bean as others see it, if it was made and comes from no factory bean.
	 */
	@Nullable Object singleton(String name) {
		return (this.beanFactory.containsSingleton(name) && !this.beanFactory.isFactoryBean(name))
				? this.beanFactory.getSingleton(name) : null;
	}

	/**
	 * Returns the object of a class that comes from a factory bean, or is that itself, if
	 * it was made.
	 */
	@Nullable Object ofFactory(String name, Class<?> type) {
		return FactoryBean.class.isAssignableFrom(type) ? this.beanFactory.getSingleton(name) : product(name);
	}

	/**
	 * Returns what a factory bean that was made has to offer: which it has made, nobody
	 * tells without asking for it.
	 */
	@Nullable Object product(String name) {
		try {
			boolean made = this.beanFactory.containsSingleton(name) && this.beanFactory.isFactoryBean(name)
					&& this.beanFactory.isSingleton(name) && !this.beanFactory.isCurrentlyInCreation(name);
			Object product = made ? this.beanFactory.getBean(name) : null;
			return (product != null && !NONE.equals(product.getClass().getName())) ? product : null;
		}
		catch (BeansException ex) {
			logger.debug("What {} makes could not be looked at, which whoever needs it is told", name, ex);
			return null;
		}
	}

}
