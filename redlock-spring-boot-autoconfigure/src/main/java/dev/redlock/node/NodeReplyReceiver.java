package dev.redlock.node;

import java.util.function.Consumer;

/**
 * Gets the reply of a node to a command. Must not block.
 */
@FunctionalInterface
public interface NodeReplyReceiver extends Consumer<NodeReply> {

	/**
	 * Takes the reply of a node that has measured the call. As many replies arrive at
	 * once, that costs less than if each receiver reads a clock, and leaves out the time
	 * that others of them take.
	 * @param reply the reply
	 * @param latencyNanos the time from when the node was given the command until the
	 * reply arrived, or was no longer waited for
	 */
	default void accept(NodeReply reply, long latencyNanos) {
		accept(reply);
	}

}
