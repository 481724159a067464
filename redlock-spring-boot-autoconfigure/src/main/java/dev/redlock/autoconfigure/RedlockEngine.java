package dev.redlock.autoconfigure;

import dev.redlock.quorum.QuorumRedlock;

/**
 * The bean with the locks behind {@link dev.redlock.Redlock}, which also know the leases
 * that this process holds and can revoke them. Not a {@code Redlock} itself: an aspect of
 * the application may be around those, which could not be injected by their class then.
 *
 * @param redlock the locks, without the context of their callers; thread-safe
 */
public record RedlockEngine(QuorumRedlock redlock) implements AutoCloseable {

	/**
	 * Ends the acquires under way and the leases that are held.
	 */
	@Override
	public void close() {
		this.redlock.close();
	}

}
