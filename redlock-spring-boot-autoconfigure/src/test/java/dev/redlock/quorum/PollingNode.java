package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.AwakeSender;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.PendingReply;
import dev.redlock.node.RedlockNode;

/**
 * A node whose answer is there when it is looked for often enough, or when the reading is
 * left to the node.
 */
final class PollingNode implements RedlockNode {

	private final String name;

	private int needed;

	private int polls;

	private int handedOver;

	private Function<NodeCommand, @Nullable NodeReply> whenLeft = (command) -> null;

	private boolean wantsHelp;

	private int awake;

	private int helped;

	PollingNode(String name, int needed) {
		this.name = name;
		this.needed = needed;
	}

	void answersAfter(int polls) {
		this.needed = polls;
	}

	/**
	 * Gives the answer when the reading is left to the node.
	 */
	void answersWhenLeft(Function<NodeCommand, @Nullable NodeReply> answer) {
		this.whenLeft = answer;
	}

	/**
	 * Returns how often the node was polled since the last call.
	 */
	int takePolls() {
		int taken = this.polls;
		this.polls = 0;
		return taken;
	}

	int handedOver() {
		return this.handedOver;
	}

	void wantHelp() {
		this.wantsHelp = true;
	}

	/**
	 * Returns how many senders stay awake just now.
	 */
	int awake() {
		return this.awake;
	}

	int helped() {
		return this.helped;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public NodeStatus status() {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletionStage<NodeReply> send(NodeCommand command) {
		return new CompletableFuture<>();
	}

	@Override
	public PendingReply send(NodeCommand command, NodeReplyReceiver receiver) {
		return new Pending(command, receiver);
	}

	@Override
	public void close() {
	}

	private final class Pending implements PendingReply, AwakeSender {

		private final NodeCommand command;

		private final NodeReplyReceiver receiver;

		private int left = PollingNode.this.needed;

		Pending(NodeCommand command, NodeReplyReceiver receiver) {
			this.command = command;
			this.receiver = receiver;
		}

		@Override
		public void abandon() {
		}

		@Override
		public boolean poll() {
			PollingNode.this.polls++;
			if (--this.left == 0) {
				this.receiver.accept(NodeReply.DONE);
			}
			return true;
		}

		@Override
		public void handOver() {
			PollingNode.this.handedOver++;
			NodeReply reply = PollingNode.this.whenLeft.apply(this.command);
			if (reply != null) {
				this.receiver.accept(reply);
			}
		}

		@Override
		public AwakeSender stayAwake() {
			if (!PollingNode.this.wantsHelp) {
				return AwakeSender.NONE;
			}
			PollingNode.this.awake++;
			return this;
		}

		@Override
		public void help() {
			PollingNode.this.helped++;
		}

		@Override
		public void goToSleep() {
			PollingNode.this.awake--;
		}

	}

}
