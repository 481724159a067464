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
 * @param remainingNanos for how long the owner has the lock at most; {@link #UNKNOWN} or
 * {@link #NEVER} if there is no such time
 */
record Refusal(List<NodeVote> votes, boolean unavailable, long remainingNanos) {

	static final long UNKNOWN = -1;

	/**
	 * The keys have no ttl on so many nodes that there never is a quorum (S12).
	 */
	static final long NEVER = -2;

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
		if (this.unavailable) {
			return new QuorumUnavailableException(resources, waited, this.votes);
		}
		if (this.remainingNanos == NEVER) {
			return LockHeldException.withoutTtl(resources, waited, this.votes);
		}
		return new LockHeldException(resources, waited, this.votes,
				isEndKnown() ? Duration.ofNanos(this.remainingNanos) : null);
	}

	/**
	 * Returns whether it is known for how long the owner has the lock at most.
	 */
	boolean isEndKnown() {
		return this.remainingNanos >= 0;
	}

}
