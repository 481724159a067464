package dev.redlock.jedis;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.AwakeSender;

/**
 * Moves bytes: writes commands and hands out parsed replies. Knows nothing of locks. One
 * thread at a time writes.
 */
interface Wire {

	/**
	 * Starts to receive; called once. If it does not throw, it ends with
	 * {@link ReplyReceiver#onEnd}, even if the wire was closed before.
	 * @param receiver gets what the server sends
	 */
	void start(ReplyReceiver receiver);

	/**
	 * Writes a command, at the latest with the next flush.
	 * @param command the command
	 * @throws RuntimeException if the connection has ended
	 */
	void write(EncodedCommand command);

	/**
	 * Returns whether {@link ReplyReceiver#onPause} will be called soon, by whichever
	 * thread, so that what is written then makes one batch. Whoever sees that after it
	 * added something need not write it.
	 */
	default boolean isPauseDue() {
		return false;
	}

	/**
	 * Sends what was written.
	 * @throws RuntimeException if the connection has ended
	 */
	void flush();

	/**
	 * Called while a reply is handed out: it has set somebody going, who may send more at
	 * once.
	 */
	default void senderWoken() {
	}

	/**
	 * Receives on the calling thread what the server has sent, if no other thread
	 * receives just now. Never blocks.
	 * @return whether the calling thread has looked
	 */
	default boolean poll() {
		return false;
	}

	/**
	 * Leaves it to the thread of the wire to receive, at once.
	 */
	default void handOver() {
	}

	/**
	 * Called by whoever waits for a reply without sleeping, to whom the thread of the
	 * wire may leave it to tell receivers of a pause.
	 */
	default AwakeSender stayAwake() {
		return AwakeSender.NONE;
	}

	/**
	 * Ends the connection at once; the receiver is told soon after. Thread-safe.
	 * @param cause why, for the receiver, which is told the first cause
	 */
	void close(@Nullable Throwable cause);

}
