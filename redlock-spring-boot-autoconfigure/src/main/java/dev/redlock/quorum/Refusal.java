package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.node.RedlockNode;

/**
 * Why a lock is not to be had for now.
 *
 * @param votes one vote per node
 * @param unavailable whether too few nodes were usable, or held by another (S6)
 * @param remainingNanos for how long the owner has the lock at most; -1 if that is not
 * known
 */
record Refusal(List<NodeVote> votes, boolean unavailable, long remainingNanos) {

	static final long UNKNOWN = -1;

	/**
	 * Refuses a caller since another of this process has the lock.
	 * @param nodes the nodes, none of which was asked
	 */
	static Refusal heldHere(List<RedlockNode> nodes) {
		return new Refusal(nodes.stream()
			.map((node) -> new NodeVote(node.name(), Verdict.NOT_ASKED, Duration.ZERO, null))
			.toList(), false, UNKNOWN);
	}

	LockNotAcquiredException asException(Set<String> resources, Duration waited) {
		return this.unavailable ? new QuorumUnavailableException(resources, waited, this.votes)
				: new LockHeldException(resources, waited, this.votes,
						(this.remainingNanos != UNKNOWN) ? Duration.ofNanos(this.remainingNanos) : null);
	}

}
