package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.Lifecycle;
import org.springframework.context.Phased;
import org.springframework.core.Ordered;

/**
 * What the container asks a bean about itself, whenever it wants to know, also while it
 * starts without Redis. That is no work, which a lock on a class would be meant for.
 */
final class ContainerQuestion {

	private static final Map<Class<?>, Set<String>> NAMES = Map.of(Ordered.class, Set.of("getOrder"), Phased.class,
			Set.of("getPhase"), Lifecycle.class, Set.of("isRunning", "isAutoStartup", "isPauseable"), FactoryBean.class,
			Set.of("getObject", "getObjectType", "isSingleton", "isPrototype", "isEagerInit"));

	private ContainerQuestion() {
	}

	/**
	 * Returns whether a method answers such a question.
	 * @param method the method
	 * @param targetClass the class of the object it is called on
	 */
	static boolean isOne(Method method, Class<?> targetClass) {
		return method.getParameterCount() == 0 && NAMES.entrySet()
			.stream()
			.anyMatch((names) -> names.getKey().isAssignableFrom(targetClass)
					&& names.getValue().contains(method.getName()));
	}

}
