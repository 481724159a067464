package dev.redlock.aop;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * Finds what the annotation of a method says.
 */
@FunctionalInterface
interface LockDefinitions {

	/**
	 * Returns what the annotation of a method says.
	 * @param method the called method
	 * @param targetClass the class of the object it is called on
	 * @return the definition, or {@code null} if no lock applies to it
	 * @throws InvalidLockDefinitionException if the annotation can't work
	 */
	@Nullable LockDefinition find(Method method, Class<?> targetClass);

}
