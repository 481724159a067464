package dev.redlock.node;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Gets the reply of a node to a command. Must not block.
 */
@FunctionalInterface
public interface NodeReplyReceiver extends Consumer<NodeReply> {

	/**
	 * Returns when the node was asked. A sender that asks several nodes at once looks at
	 * their clock once for all of them; the time-outs of all begin then. A receiver that
	 * stands for another one says what that one says.
	 * @param clock the monotonic clock of the node, in nanoseconds
	 * @return a time of that clock; the present one, unless overridden
	 */
	default long askedAt(LongSupplier clock) {
		return clock.getAsLong();
	}

	/**
	 * Takes the reply of a node that has measured the call. As many replies arrive at
	 * once, that costs less than if each receiver reads a clock, and leaves out the time
	 * that others of them take.
	 * @param reply the reply
	 * @param latencyNanos the time from when the node {@linkplain #askedAt was asked}
	 * until the reply arrived, or was no longer waited for
	 */
	default void accept(NodeReply reply, long latencyNanos) {
		accept(reply);
	}

}
