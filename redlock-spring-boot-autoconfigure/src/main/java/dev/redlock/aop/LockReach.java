package dev.redlock.aop;

import java.lang.reflect.Method;

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
	 * Checks a bean with annotated methods that can be guarded.
	 * @param bean the name of the bean
	 * @param method one of the methods
	 * @param singleton the bean as others see it, if it was made
	 * @throws InvalidLockDefinitionException if no such bean is guarded
	 */
	default void requireGuard(String bean, Method method, @Nullable Object singleton) {
	}

}
