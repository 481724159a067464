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

}
