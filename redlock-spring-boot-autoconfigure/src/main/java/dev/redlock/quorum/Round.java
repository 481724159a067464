package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.RedlockNode;

/**
 * One command to all nodes at once (S2), decided by the first quorum of them (S3). The
 * verdict comes exactly once, on whichever thread brought the deciding reply.
 */
final class Round {

	private final List<RedlockNode> nodes;

	private final Quorum quorum;

	private final MonotonicClock clock;

	private final Listener listener;

	private final List<CompletableFuture<NodeReply>> stages;

	private final AtomicReferenceArray<@Nullable NodeReply> replies;

	private final AtomicLongArray latencies;

	private final AtomicInteger done = new AtomicInteger();

	private final AtomicInteger denied = new AtomicInteger();

	private final AtomicInteger answered = new AtomicInteger();

	private volatile long startedAt;

	Round(List<RedlockNode> nodes, MonotonicClock clock, Listener listener) {
		this.nodes = nodes;
		this.quorum = new Quorum(nodes.size());
		this.clock = clock;
		this.listener = listener;
		this.stages = new ArrayList<>(nodes.size());
		this.replies = new AtomicReferenceArray<>(nodes.size());
		this.latencies = new AtomicLongArray(nodes.size());
	}

	/**
	 * Sends the command of each node.
	 * @param commands gives the command for the node of that index
	 */
	void send(CommandOfNode commands) {
		this.startedAt = this.clock.nanos();
		for (int i = 0; i < this.nodes.size(); i++) {
			this.stages.add(send(this.nodes.get(i), commands.commandFor(i)));
		}
		for (int i = 0; i < this.stages.size(); i++) {
			int index = i;
			this.stages.get(i).whenComplete((reply, ex) -> {
				if (!(ex instanceof CancellationException)) {
					reply(index, (reply != null) ? reply : failed(ex));
				}
			});
		}
	}

	private static CompletableFuture<NodeReply> send(RedlockNode node, NodeCommand command) {
		try {
			return node.send(command).toCompletableFuture();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.completedFuture(NodeReply.failed(ex));
		}
	}

	private static NodeReply failed(@Nullable Throwable ex) {
		return NodeReply.failed((ex != null) ? ex : new IllegalStateException("The node gave no reply"));
	}

	private void reply(int index, NodeReply reply) {
		this.latencies.set(index, this.clock.nanos() - this.startedAt);
		this.replies.set(index, reply);
		// Each count passes its threshold once, and only one of the two can reach it.
		if (reply.isDone()) {
			if (this.done.incrementAndGet() == this.quorum.size()) {
				this.listener.onVerdict(this, true);
			}
		}
		else if (this.denied.incrementAndGet() == this.quorum.denials()) {
			this.listener.onVerdict(this, false);
		}
		if (this.answered.incrementAndGet() == this.nodes.size()) {
			this.listener.onComplete(this);
		}
	}

	/**
	 * Gives up the answers that are still missing, so that a command that was not written
	 * yet never is.
	 */
	void abandon() {
		for (CompletableFuture<NodeReply> stage : this.stages) {
			if (!stage.isDone()) {
				stage.cancel(false);
			}
		}
	}

	long startedAt() {
		return this.startedAt;
	}

	int size() {
		return this.nodes.size();
	}

	Quorum quorum() {
		return this.quorum;
	}

	/**
	 * Returns the reply of a node, or {@code null} while there is none.
	 */
	@Nullable NodeReply reply(int index) {
		NodeReply reply = this.replies.get(index);
		if (reply != null) {
			return reply;
		}
		CompletableFuture<NodeReply> stage = this.stages.get(index);
		return (stage.isDone() && !stage.isCompletedExceptionally()) ? stage.getNow(NodeReply.TIMED_OUT) : null;
	}

	/**
	 * Counts the nodes whose reply is of a kind.
	 */
	int count(NodeReply.Kind kind) {
		int count = 0;
		for (int i = 0; i < this.nodes.size(); i++) {
			NodeReply reply = reply(i);
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
		int unusable = 0;
		for (int i = 0; i < this.nodes.size(); i++) {
			NodeReply reply = reply(i);
			if (reply != null && !reply.isAnswer()) {
				unusable++;
			}
		}
		return unusable >= this.quorum.denials();
	}

	/**
	 * Returns after how long a quorum of nodes is free at the latest, as far as they told
	 * for how long somebody else has the keys; -1 if too few did.
	 */
	long remainingNanos() {
		long[] remaining = new long[this.nodes.size()];
		int free = count(NodeReply.Kind.DONE);
		int told = 0;
		for (int i = 0; i < this.nodes.size(); i++) {
			NodeReply reply = reply(i);
			if (reply != null && reply.kind() == NodeReply.Kind.FOREIGN && reply.number() > 0) {
				remaining[told++] = TimeUnit.MILLISECONDS.toNanos(reply.number());
			}
		}
		int needed = this.quorum.size() - free;
		Arrays.sort(remaining, 0, told);
		return (needed > 0 && needed <= told) ? remaining[needed - 1] : Refusal.UNKNOWN;
	}

	/**
	 * Returns one vote per node.
	 */
	List<NodeVote> votes() {
		List<NodeVote> votes = new ArrayList<>(this.nodes.size());
		long elapsed = this.clock.nanos() - this.startedAt;
		for (int i = 0; i < this.nodes.size(); i++) {
			NodeReply reply = reply(i);
			long latency = this.latencies.get(i);
			votes.add(new NodeVote(this.nodes.get(i).name(), verdict(reply),
					Duration.ofNanos((latency != 0) ? latency : elapsed), (reply != null) ? reply.cause() : null));
		}
		return votes;
	}

	private static Verdict verdict(@Nullable NodeReply reply) {
		if (reply == null) {
			return Verdict.PENDING;
		}
		return switch (reply.kind()) {
			case DONE -> Verdict.GRANTED;
			case FOREIGN, ABSENT -> Verdict.HELD;
			case TIMED_OUT -> Verdict.TIMED_OUT;
			case UNREACHABLE -> Verdict.UNREACHABLE;
			case QUARANTINED -> Verdict.QUARANTINED;
			case FAILED -> Verdict.FAILED;
		};
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
		 * Every node has answered, timed out, or was found unreachable.
		 * @param round the round
		 */
		default void onComplete(Round round) {
		}

	}

}
