package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.RaiseFence;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.RedlockNode;

/**
 * A connection of a simulated client: tells the {@link Checker} what is sent, and
 * switches one rule off if asked to.
 *
 * @param target the scripted connection
 * @param mutation the rule to switch off
 * @param checker the checker
 */
record SimulatedNode(ScriptedNode target, Mutation mutation, Checker checker) implements RedlockNode {

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
	public void close() {
		this.target.close();
	}

}
