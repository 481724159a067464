package dev.redlock;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Base of all exceptions about locks.
 */
public abstract class RedlockException extends RuntimeException {

	@SuppressWarnings("serial")
	private final Set<String> resources;

	RedlockException(Set<String> resources, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.resources = Set.copyOf(resources);
	}

	/**
	 * Returns what was locked, or should have been.
	 * @return the resources
	 */
	public final Set<String> getResources() {
		return this.resources;
	}

}
