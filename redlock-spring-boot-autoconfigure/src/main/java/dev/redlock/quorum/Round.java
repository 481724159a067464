package dev.redlock.quorum;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.NodeVote;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.RedlockNode;

/**
 * One command to all nodes at once (S2), decided by the first quorum of them (S3). The
 * verdict comes exactly once, on whichever thread brought the deciding reply.
 */
final class Round {

	private static final Logger logger = LoggerFactory.getLogger(Round.class);

	private final Ballot[] ballots;

	private final Quorum quorum;

	private final MonotonicClock clock;

	private final Listener listener;

	private final Tally tally;

	private volatile long startedAt;

	Round(List<RedlockNode> nodes, MonotonicClock clock, Listener listener) {
		this.ballots = new Ballot[nodes.size()];
		for (int i = 0; i < this.ballots.length; i++) {
			this.ballots[i] = new Ballot(this, nodes.get(i));
		}
		this.quorum = new Quorum(nodes.size());
		this.tally = new Tally(this.quorum);
		this.clock = clock;
		this.listener = listener;
	}

	/**
	 * Sends the command of each node.
	 * @param commands gives the command for the node of that index
	 */
	void send(CommandOfNode commands) {
		this.startedAt = this.clock.nanos();
		for (int i = 0; i < this.ballots.length; i++) {
			this.ballots[i].send(commands.commandFor(i));
		}
		try {
			follow(this.tally.asked());
		}
		catch (Throwable ex) {
			// As on the thread of a node: whoever sends has more to do than to listen.
			Log.error(logger, "The verdict of a round could not be handled", ex);
		}
	}

	/**
	 * Counts the reply of a node.
	 */
	void count(NodeReply reply) {
		follow(this.tally.count(reply.isDone()));
	}

	private void follow(Tally.Effect effect) {
		switch (effect) {
			case DECIDED -> {
				try {
					this.listener.onVerdict(this, this.tally.isReached());
				}
				finally {
					follow(this.tally.told());
				}
			}
			case LATE -> this.listener.onLate(this);
			case COMPLETED -> this.listener.onComplete(this);
			case NONE -> {
			}
		}
	}

	/**
	 * Reads on the calling thread what the nodes have answered, until that decides.
	 * @return whether any node could be read
	 */
	boolean poll() {
		boolean polled = false;
		for (int i = 0; i < this.ballots.length && !this.tally.isDecided(); i++) {
			polled |= this.ballots[i].poll();
		}
		return polled;
	}

	/**
	 * Leaves the reading to the nodes.
	 */
	void handOver() {
		for (Ballot ballot : this.ballots) {
			ballot.handOver();
		}
	}

	/**
	 * Gives up the answers that are still missing, so that a command that was not written
	 * yet never is.
	 */
	void abandon() {
		for (Ballot ballot : this.ballots) {
			ballot.abandon();
		}
	}

	long startedAt() {
		return this.startedAt;
	}

	/**
	 * Returns the time since the first byte was sent.
	 */
	long elapsedNanos() {
		return this.clock.nanos() - this.startedAt;
	}

	int size() {
		return this.ballots.length;
	}

	Quorum quorum() {
		return this.quorum;
	}

	/**
	 * Returns the reply of a node, or {@code null} while there is none.
	 */
	@Nullable NodeReply reply(int index) {
		return this.ballots[index].reply();
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

	/**
	 * Returns one vote per node.
	 */
	List<NodeVote> votes() {
		return Arrays.stream(this.ballots).map(Ballot::vote).toList();
	}

	/**
	 * Gives the command for a node.
	 */
	@FunctionalInterface
	interface CommandOfNode {

		NodeCommand commandFor(int index);

	}

	/**
	 * Told how the round ends.
	 */
	interface Listener {

		/**
		 * The round is decided.
		 * @param round the round
		 * @param reached whether a quorum did what it was asked to do
		 */
		void onVerdict(Round round, boolean reached);

		/**
		 * One more node has answered after the verdict, maybe while that is told.
		 * @param round the round
		 */
		default void onLate(Round round) {
		}

		/**
		 * Every node has answered, timed out, or was found unreachable, and the verdict
		 * was told.
		 * @param round the round
		 */
		default void onComplete(Round round) {
		}

	}

}
