package dev.redlock.jedis;

import java.util.concurrent.CompletableFuture;

import dev.redlock.node.NodeReply;
import dev.redlock.node.PendingReply;

/**
 * A reply as a stage, which is abandoned when the stage is cancelled.
 */
final class ReplyFuture extends CompletableFuture<NodeReply> {

	private volatile PendingReply pending = PendingReply.NONE;

	void abandonOnCancel(PendingReply pending) {
		this.pending = pending;
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		boolean cancelled = super.cancel(mayInterruptIfRunning);
		if (cancelled) {
			this.pending.abandon();
		}
		return cancelled;
	}

}
