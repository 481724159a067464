package dev.redlock.quorum;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.PendingReply;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;

/**
 * A node of an application around another one, with mistakes that a test switches on.
 */
final class FaultyDecorator implements RedlockNode {

	private final RedlockNode node;

	private volatile boolean faulty;

	private volatile boolean nameless;

	FaultyDecorator(RedlockNode node) {
		this.node = node;
	}

	/**
	 * From now on, what must never throw does.
	 */
	void becomeFaulty() {
		this.faulty = true;
	}

	/**
	 * From now on, not even its name is to be had.
	 */
	void becomeNameless() {
		this.nameless = true;
	}

	private void failIfFaulty() {
		if (this.faulty) {
			throw new IllegalStateException("scripted to throw");
		}
	}

	@Override
	public String name() {
		if (this.nameless) {
			throw new IllegalStateException("scripted to throw");
		}
		return this.node.name();
	}

	@Override
	public NodeStatus status() {
		return this.node.status();
	}

	@Override
	public CompletionStage<NodeReply> send(NodeCommand command) {
		return this.node.send(command);
	}

	@Override
	public PendingReply send(NodeCommand command, NodeReplyReceiver receiver) {
		PendingReply pending = this.node.send(command, receiver);
		return new PendingReply() {

			@Override
			public void abandon() {
				pending.abandon();
			}

			@Override
			public void handOver() {
				failIfFaulty();
			}

		};
	}

	@Override
	public ReleaseWatch watch(String key, Consumer<String> released) {
		ReleaseWatch watch = this.node.watch(key, released);
		return new ReleaseWatch() {

			@Override
			public boolean isListening() {
				failIfFaulty();
				return watch.isListening();
			}

			@Override
			public void close() {
				failIfFaulty();
				watch.close();
			}

		};
	}

	@Override
	public void close() {
		this.node.close();
	}

}
