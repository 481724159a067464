package dev.redlock;

import org.jspecify.annotations.Nullable;

/**
 * An action that runs under a lock.
 *
 * @param <T> the type of its result
 */
@FunctionalInterface
public interface LockedAction<T extends @Nullable Object> {

	/**
	 * Runs the action.
	 * @param lease the lease that guards it
	 * @return the result
	 * @throws Exception whatever the action throws
	 */
	T run(Lease lease) throws Exception;

}
