package dev.redlock;

import org.jspecify.annotations.Nullable;

/**
 * Base of all exceptions about locks.
 */
public abstract class RedlockException extends RuntimeException {

	RedlockException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
