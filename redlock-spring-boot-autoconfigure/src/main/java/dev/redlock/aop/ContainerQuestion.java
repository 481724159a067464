package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartFactoryBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.Lifecycle;
import org.springframework.context.Phased;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.context.event.SmartApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * What the container asks a bean about itself, whenever it wants to know, and for other
 * beans, also while it starts without Redis. That is no work, which a lock on a class
 * would be meant for.
 */
final class ContainerQuestion {

	private static final Map<Class<?>, Set<String>> NAMES = Map.of(Ordered.class, Set.of("getOrder"), Phased.class,
			Set.of("getPhase"), Lifecycle.class, Set.of("isRunning"), SmartLifecycle.class,
			Set.of("isAutoStartup", "isPauseable"), FactoryBean.class,
			Set.of("getObject", "getObjectType", "isSingleton"), SmartFactoryBean.class,
			Set.of("getObject", "supportsType", "isPrototype", "isEagerInit"), ApplicationListener.class,
			Set.of("supportsAsyncExecution"), GenericApplicationListener.class, Set.of("supportsEventType"),
			SmartApplicationListener.class, Set.of("supportsEventType", "supportsSourceType", "getListenerId"));

	private ContainerQuestion() {
	}

	/**
	 * Returns whether a method answers such a question.
	 * @param method the method
	 * @param targetClass the class of the object it is called on
	 */
	static boolean isOne(Method method, Class<?> targetClass) {
		return isForBean(method) || isAboutItself(method, targetClass);
	}

	/**
	 * Returns whether a method makes a bean, which the container asks for.
	 */
	static boolean isForBean(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(Bean.class);
	}

	private static boolean isAboutItself(Method method, Class<?> targetClass) {
		return NAMES.entrySet()
			.stream()
			.anyMatch((names) -> names.getValue().contains(method.getName())
					&& names.getKey().isAssignableFrom(targetClass)
					&& ClassUtils.hasMethod(names.getKey(), method.getName(), method.getParameterTypes()));
	}

}
