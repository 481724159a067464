package dev.redlock;

import java.util.Set;

/**
 * A lock was asked for, or waited for, while the application shuts down or its context is
 * paused. Nothing is left on the nodes; only keys that were handed over and not adopted
 * may stay until their ttl is over.
 */
public final class RedlockClosedException extends RedlockException {

	/**
	 * Creates the exception.
	 * @param resources what should have been locked
	 */
	public RedlockClosedException(Set<String> resources) {
		super(resources,
				("%s: no lock was acquired, because the application is shutting down or paused. "
						+ "Let tasks that need locks finish before that")
					.formatted(String.join(", ", resources)),
				null);
	}

}
