package dev.redlock.quorum;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.RaiseFence;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;

/**
 * A connection of a simulated client: tells the {@link Checker} what is sent, loses and
 * delays what is announced, and switches one rule off if asked to.
 *
 * @param target the scripted connection
 * @param mutation the rule to switch off
 * @param checker the checker
 * @param time the time of the history
 * @param random decides which announcements are lost or late
 */
record SimulatedNode(ScriptedNode target, Mutation mutation, Checker checker, VirtualTime time,
		Random random) implements RedlockNode {

	private static final int LATEST_ANNOUNCEMENT_NANOS = 50_000_000;

	@Override
	public String name() {
		return this.target.name();
	}

	@Override
	public NodeStatus status() {
		return this.target.status();
	}

	@Override
	public CompletionStage<NodeReply> send(NodeCommand command) {
		if (command.mayGrant()) {
			this.checker.attempted(command.token());
		}
		if (this.mutation == Mutation.NO_CLEAN_UP && command instanceof Release
				&& !this.checker.wasGranted(command.token())) {
			return CompletableFuture.completedFuture(NodeReply.DONE);
		}
		if (this.mutation == Mutation.NO_SECOND_ROUND && command instanceof RaiseFence) {
			return CompletableFuture.completedFuture(NodeReply.DONE);
		}
		CompletionStage<NodeReply> reply = this.target.send(command);
		if (this.mutation == Mutation.NO_COUNTING && command instanceof AcquireFenced) {
			return reply.thenApply((counted) -> counted.isDone() ? NodeReply.counted(1) : counted);
		}
		return reply;
	}

	@Override
	public ReleaseWatch watch(String key, Consumer<String> released) {
		return this.target.watch(key, (release) -> {
			switch (this.random.nextInt(8)) {
				case 0 -> {
				}
				case 1 ->
					this.time.after(this.random.nextInt(LATEST_ANNOUNCEMENT_NANOS), () -> released.accept(release));
				default -> released.accept(release);
			}
		});
	}

	@Override
	public void close() {
		this.target.close();
	}

}
