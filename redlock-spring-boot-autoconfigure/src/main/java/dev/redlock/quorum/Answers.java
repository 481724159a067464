package dev.redlock.quorum;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import dev.redlock.node.NodeReply;

/**
 * What the nodes of a round have answered so far, taken together.
 */
final class Answers {

	private final Ballot[] ballots;

	private final Quorum quorum;

	Answers(Ballot[] ballots, Quorum quorum) {
		this.ballots = ballots;
		this.quorum = quorum;
	}

	/**
	 * Counts the nodes whose reply is of a kind.
	 */
	int count(NodeReply.Kind kind) {
		int count = 0;
		for (Ballot ballot : this.ballots) {
			NodeReply reply = ballot.reply();
			if (reply != null && reply.kind() == kind) {
				count++;
			}
		}
		return count;
	}

	/**
	 * Counts the nodes that say that the caller does not have the keys.
	 */
	int notOurs() {
		return count(NodeReply.Kind.FOREIGN) + count(NodeReply.Kind.ABSENT);
	}

	/**
	 * Returns whether so many nodes are unusable that whoever holds the key does not
	 * matter.
	 */
	boolean isUnavailable() {
		// All were asked at once: who has not answered by then is as late.
		boolean late = count(NodeReply.Kind.TIMED_OUT) > 0;
		int unusable = 0;
		for (Ballot ballot : this.ballots) {
			NodeReply reply = ballot.reply();
			if ((reply != null) ? !reply.isAnswer() : late) {
				unusable++;
			}
		}
		return unusable >= this.quorum.denials();
	}

	/**
	 * Returns after how long a quorum of nodes is free at the latest, as far as they told
	 * for how long somebody else has the keys; {@link Refusal#UNKNOWN} if too few did.
	 */
	long remainingNanos() {
		long[] remaining = new long[this.ballots.length];
		int free = count(NodeReply.Kind.DONE);
		int told = 0;
		int forEver = 0;
		for (Ballot ballot : this.ballots) {
			NodeReply reply = ballot.reply();
			if (reply != null && reply.kind() == NodeReply.Kind.FOREIGN && reply.number() > 0) {
				remaining[told++] = TimeUnit.MILLISECONDS.toNanos(reply.number());
			}
			else if (reply != null && reply.isForeignForEver()) {
				forEver++;
			}
		}
		int needed = this.quorum.size() - free;
		Arrays.sort(remaining, 0, told);
		if (needed > 0 && needed <= told) {
			return remaining[needed - 1];
		}
		return (forEver >= this.quorum.denials()) ? Refusal.NEVER : Refusal.UNKNOWN;
	}

}
