package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Which methods a lock can be put around.
 */
interface LockReach {

	/**
	 * Checks a method that has the annotation.
	 * @param bean the name of the bean
	 * @param method the method of the bean's class
	 * @param type the bean's class
	 * @param singleton the bean as others see it, if it was made
	 * @throws InvalidLockDefinitionException if it would run without its lock
	 */
	void require(String bean, Method method, Class<?> type, @Nullable Object singleton);

	/**
	 * Returns whether only the proxy around a bean, once there is one, tells if a method
	 * can be guarded.
	 * @param method the method of the bean's class
	 * @param type the bean's class
	 */
	default boolean dependsOnProxy(Method method, Class<?> type) {
		return false;
	}

	/**
	 * Checks a bean when it was made.
	 * @param bean the name of the bean
	 * @param made what was made
	 * @param methods finds the methods that have the annotation
	 * @throws InvalidLockDefinitionException if one would run without its lock, since it
	 * was looked for in what was made
	 */
	default void requireMade(String bean, Object made, Supplier<Set<Method>> methods) {
	}

	/**
	 * Checks a bean with annotated methods that can be guarded.
	 * @param bean the name of the bean
	 * @param method one of the methods
	 * @param singleton the bean as others see it, if it was made
	 * @throws InvalidLockDefinitionException if no such bean is guarded
	 */
	default void requireGuard(String bean, Method method, @Nullable Object singleton) {
	}

}
