package dev.redlock.quorum;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.node.AwakeSender;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.PendingReply;
import dev.redlock.node.RedlockNode;

/**
 * What one node says in a round.
 */
final class Ballot implements NodeReplyReceiver {

	private static final AtomicReferenceFieldUpdater<Ballot, @Nullable NodeReply> REPLY = AtomicReferenceFieldUpdater
		.newUpdater(Ballot.class, NodeReply.class, "reply");

	private final Round round;

	private final RedlockNode node;

	private volatile PendingReply pending = PendingReply.NONE;

	private boolean flushed;

	private long latencyNanos;

	private volatile @Nullable NodeReply reply;

	Ballot(Round round, RedlockNode node) {
		this.round = round;
		this.node = node;
	}

	/**
	 * Gives the node its command, which it may keep until {@link #flush()}.
	 */
	void prepare(NodeCommand command) {
		try {
			this.pending = Objects.requireNonNull(this.node.prepare(command, this), "no pending reply");
		}
		catch (Throwable ex) {
			// Also an Error: without a vote of each node a round would never end.
			accept(NodeReply.failed(ex));
		}
	}

	boolean isBusy() {
		try {
			return this.pending.isBusy();
		}
		catch (Throwable ex) {
			accept(NodeReply.failed(ex));
			return false;
		}
	}

	/**
	 * Sends the command, if the node is awake.
	 */
	void flushIfAwake() {
		try {
			if (this.pending.isAwake()) {
				flush();
			}
		}
		catch (Throwable ex) {
			accept(NodeReply.failed(ex));
		}
	}

	/**
	 * Sends the command, once.
	 */
	void flush() {
		if (this.flushed) {
			return;
		}
		this.flushed = true;
		try {
			this.pending.flush();
		}
		catch (Throwable ex) {
			accept(NodeReply.failed(ex));
		}
	}

	@Override
	public long askedAt(LongSupplier clock) {
		return this.round.askedAt(clock);
	}

	/**
	 * Takes the reply of the node. The first one counts, should a node give more.
	 */
	@Override
	public void accept(NodeReply reply) {
		accept(reply, this.round.elapsedNanos());
	}

	@Override
	public void accept(NodeReply reply, long latencyNanos) {
		if (this.reply == null) {
			this.latencyNanos = latencyNanos;
		}
		if (REPLY.compareAndSet(this, null, reply)) {
			if (this.round.count(reply)) {
				this.pending.senderWoken();
			}
		}
	}

	/**
	 * Reads what the node has sent, on the calling thread.
	 */
	void poll() {
		if (this.reply == null) {
			this.pending.poll();
		}
	}

	void handOver() {
		if (this.reply == null) {
			this.pending.handOver();
		}
	}

	AwakeSender stayAwake() {
		return this.pending.stayAwake();
	}

	void abandon() {
		if (this.reply == null) {
			this.pending.abandon();
		}
	}

	/**
	 * Returns the reply of the node, or {@code null} while there is none.
	 */
	@Nullable NodeReply reply() {
		return this.reply;
	}

	NodeVote vote() {
		NodeReply reply = this.reply;
		return (reply != null)
				? new NodeVote(this.node.name(), verdict(reply), Duration.ofNanos(this.latencyNanos), reply.cause())
				: new NodeVote(this.node.name(), Verdict.PENDING, Duration.ofNanos(this.round.elapsedNanos()), null);
	}

	private static Verdict verdict(NodeReply reply) {
		return switch (reply.kind()) {
			case DONE -> Verdict.GRANTED;
			case FOREIGN, ABSENT -> Verdict.HELD;
			case TIMED_OUT -> Verdict.TIMED_OUT;
			case UNREACHABLE -> Verdict.UNREACHABLE;
			case QUARANTINED -> Verdict.QUARANTINED;
			case FAILED -> Verdict.FAILED;
		};
	}

}
