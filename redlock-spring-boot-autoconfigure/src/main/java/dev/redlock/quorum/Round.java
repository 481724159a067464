package dev.redlock.quorum;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.NodeVote;
import dev.redlock.node.AwakeSender;
import dev.redlock.node.CurrentThread;
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

	private final RoundListener listener;

	private final Tally tally;

	private volatile long startedAt;

	private @Nullable Moment asked;

	Round(List<RedlockNode> nodes, MonotonicClock clock, RoundListener listener) {
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
	 * Sends the command of each node. If the nodes are busy, other threads may add theirs
	 * first, or each of them would have to be written alone.
	 * @param commands gives the command for the node of that index
	 */
	void send(CommandOfNode commands) {
		this.startedAt = this.clock.nanos();
		try {
			for (int i = 0; i < this.ballots.length; i++) {
				this.ballots[i].prepare(commands.commandFor(i));
			}
			if (isWorthSharing()) {
				Thread.yield();
			}
		}
		finally {
			flush();
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
	 * Writes all commands. Whoever is woken may take a processor that the others need.
	 */
	private void flush() {
		for (Ballot ballot : this.ballots) {
			ballot.flushIfAwake();
		}
		for (Ballot ballot : this.ballots) {
			ballot.flush();
		}
	}

	/**
	 * Sends the command of each node and leaves the reading to the nodes, for a sender
	 * that does not {@linkplain Patience wait patiently}.
	 * @param commands gives the command for the node of that index
	 */
	void sendAndLeave(CommandOfNode commands) {
		try {
			send(commands);
		}
		finally {
			leave();
		}
	}

	/**
	 * Returns whether a node is busy. A virtual thread would wait for a carrier, perhaps
	 * for long.
	 */
	private boolean isWorthSharing() {
		if (CurrentThread.isVirtual()) {
			return false;
		}
		for (Ballot ballot : this.ballots) {
			if (ballot.isBusy()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Counts the reply of a node.
	 * @return whether that decided the round
	 */
	boolean count(NodeReply reply) {
		Tally.Effect effect = this.tally.count(reply.isDone());
		follow(effect);
		return effect == Tally.Effect.DECIDED;
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
	 * Reads on the calling thread what the nodes have answered, until that decides. A
	 * node that is left out then may be asked again before anybody reads its answer,
	 * which looks late.
	 * @param first the number of the node to begin with; any number will do
	 * @return the number of the node to go on with, in the next round or in this one
	 */
	int poll(int first) {
		int next = Math.floorMod(first, this.ballots.length);
		for (int i = 0; i < this.ballots.length && !this.tally.isDecided(); i++) {
			this.ballots[next].poll();
			next = (next + 1) % this.ballots.length;
		}
		return next;
	}

	/**
	 * Leaves the reading to the nodes, for whoever does not wait for them.
	 */
	void leave() {
		for (Ballot ballot : this.ballots) {
			try {
				ballot.handOver();
			}
			catch (Throwable ex) {
				// Such as a decorator that fails: the reply comes all the same.
				Log.error(logger, "The reading could not be left to a node", ex);
			}
		}
	}

	/**
	 * Leaves the reading to the nodes, for whoever waits for them.
	 */
	void handOver() {
		for (Ballot ballot : this.ballots) {
			ballot.handOver();
		}
	}

	/**
	 * Tells the nodes that the calling thread waits without sleeping. The first that
	 * leaves anything to it is enough: nodes share what they leave.
	 */
	AwakeSender stayAwake() {
		for (Ballot ballot : this.ballots) {
			AwakeSender sender = ballot.stayAwake();
			if (sender != AwakeSender.NONE) {
				return sender;
			}
		}
		return AwakeSender.NONE;
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

	/**
	 * Returns when the first of the nodes that have a clock was asked, by that clock.
	 */
	long askedAt(LongSupplier clock) {
		Moment asked = Moment.by(clock, this.asked);
		this.asked = asked;
		return asked.nanos();
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
	 * Returns what the replies so far say together.
	 */
	Answers answers() {
		return new Answers(this.ballots, this.quorum);
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

}
