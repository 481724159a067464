package dev.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A lock could not be had because somebody else has it.
 */
public final class LockHeldException extends LockNotAcquiredException {

	/**
	 * Creates the exception.
	 * @param resources what should have been locked
	 * @param waited how long the lock was waited for
	 * @param votes one vote per node, of the last attempt
	 */
	public LockHeldException(Set<String> resources, Duration waited, List<NodeVote> votes) {
		super("the lock is held by another owner",
				"Wait longer (waitTime), hold the lock for a shorter time, or, "
						+ "if nobody holds it, look whether the key is used for something else",
				resources, waited, votes);
	}

}
