package dev.redlock;

import java.util.Set;

/**
 * The thread was interrupted while an annotated method waited for its lock. The body did
 * not run, nothing is left on the nodes, and the interrupt flag is set.
 */
public final class LockInterruptedException extends RedlockException {

	/**
	 * Creates the exception.
	 * @param resources what should have been locked
	 * @param cause the interrupt
	 */
	public LockInterruptedException(Set<String> resources, InterruptedException cause) {
		super(resources,
				"%s: interrupted while waiting for the lock. Declare InterruptedException on the method to get it "
					.formatted(String.join(", ", resources)) + "instead of this exception",
				cause);
	}

}
