package dev.redlock.jedis;

import java.util.function.Predicate;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;

/**
 * Keeps an extension from counting (S7) while a release of its keys is yet to be done:
 * that of an acquire whose answer was lost, but whose lease others granted.
 *
 * @param lease the lease that is extended
 * @param undone tells whether its keys are to be released
 * @param receiver gets the reply
 */
record ExtendGuard(LeaseKeys lease, Predicate<LeaseKeys> undone,
		NodeReplyReceiver receiver) implements NodeReplyReceiver {

	@Override
	public void accept(NodeReply reply) {
		this.receiver.accept(guarded(reply));
	}

	@Override
	public void accept(NodeReply reply, long latencyNanos) {
		this.receiver.accept(guarded(reply), latencyNanos);
	}

	private NodeReply guarded(NodeReply reply) {
		return (reply.isDone() && this.undone.test(this.lease))
				? NodeReply.unreachable(
						new NodeUnreachableException("it is yet to do an earlier release of the same keys", null))
				: reply;
	}

	@Override
	public String toString() {
		return "ExtendGuard of " + this.lease;
	}

}
