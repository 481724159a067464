package dev.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A lock could not be had because too few nodes answered, or they answered too late.
 */
public final class QuorumUnavailableException extends LockNotAcquiredException {

	/**
	 * Creates the exception.
	 * @param resources what should have been locked
	 * @param waited how long the lock was waited for
	 * @param votes one vote per node, of the last attempt
	 */
	public QuorumUnavailableException(Set<String> resources, Duration waited, List<NodeVote> votes) {
		super("no quorum of %d out of %d nodes was usable".formatted(votes.size() / 2 + 1, votes.size()),
				"Bring the nodes back that are down; if they are only slow, raise redlock.node-timeout "
						+ "and keep it far below the ttl",
				resources, waited, votes);
	}

}
