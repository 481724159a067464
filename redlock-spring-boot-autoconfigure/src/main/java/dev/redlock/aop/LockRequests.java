package dev.redlock.aop;

import org.jspecify.annotations.Nullable;

import dev.redlock.LockRequest;

/**
 * Makes the requests of calls.
 */
@FunctionalInterface
interface LockRequests {

	/**
	 * Returns what to lock for a call.
	 * @param definition the definition
	 * @param arguments the arguments of the call
	 * @param target the called object
	 * @param targetClass its class
	 * @return the request, or {@code null} if the condition says not to lock
	 */
	@Nullable LockRequest request(LockDefinition definition, @Nullable Object[] arguments, @Nullable Object target,
			Class<?> targetClass);

}
