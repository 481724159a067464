package dev.redlock.node;

/**
 * The reply to a command that was sent. Thread-safe.
 */
@FunctionalInterface
public interface PendingReply {

	/**
	 * The reply to a command that is answered already.
	 */
	PendingReply NONE = () -> {
	};

	/**
	 * Gives up the reply: it is not handed over any more, and a command that was not
	 * written yet never is. A release is written all the same. Does nothing if there is a
	 * reply already.
	 */
	void abandon();

	/**
	 * Returns whether so much is under way to the node that other threads are likely to
	 * have something for it, too. A sender of several commands that lets them run before
	 * it flushes has theirs sent along, for the price of one.
	 * @return whether to let them run
	 */
	default boolean isBusy() {
		return false;
	}

	/**
	 * Returns whether the node has still to answer what it was sent before, so that the
	 * command does not wake it. A sender of several commands had better flush such ones
	 * first: on the same machine, a node that is woken may take the processor of the
	 * sender, or that of a node which is awake.
	 * @return whether the node is awake
	 */
	default boolean isAwake() {
		return false;
	}

	/**
	 * Sends the command now, if it was {@linkplain RedlockNode#prepare only prepared}.
	 * Never blocks for the node and never throws.
	 */
	default void flush() {
	}

	/**
	 * Tells the node that this reply has set somebody going, who may have more to send at
	 * once. For whoever got the reply, before it returns.
	 */
	default void senderWoken() {
	}

	/**
	 * Reads on the calling thread what the server has sent, if no other thread reads just
	 * now, and hands it over to whoever gets it. For a sender that waits and has nothing
	 * else to do: no thread must be woken for the reply then. Never blocks and never
	 * throws.
	 * @return whether the calling thread has read, if only to find nothing
	 */
	default boolean poll() {
		return false;
	}

	/**
	 * Leaves the reading to the node. For a sender that waits without polling any longer;
	 * otherwise the reply may come a millisecond or two later.
	 */
	default void handOver() {
	}

	/**
	 * Tells the node that the sender waits without sleeping. Never blocks and never
	 * throws.
	 * @return the sender, to be told when it goes to sleep; {@link AwakeSender#NONE} if
	 * the node leaves nothing to senders
	 */
	default AwakeSender stayAwake() {
		return AwakeSender.NONE;
	}

}
