package dev.redlock.node;

import org.jspecify.annotations.Nullable;

/**
 * What came back from a node. Its text never shows the value of a key, which may be a
 * token.
 *
 * @param kind the kind of reply
 * @param number the fence counter after a fenced grant, the remaining milliseconds of an
 * inspected or foreign key, -1 for no end, or how many connections were told of an
 * announced release
 * @param value the value of an inspected key
 * @param cause what went wrong, if anything did
 */
public record NodeReply(Kind kind, long number, @Nullable String value, @Nullable Throwable cause) {

	/**
	 * The node did what it was asked to do.
	 */
	public static final NodeReply DONE = new NodeReply(Kind.DONE, 0, null, null);

	/**
	 * A key has a value that is not ours.
	 */
	public static final NodeReply FOREIGN = new NodeReply(Kind.FOREIGN, 0, null, null);

	/**
	 * A key has a value that is not ours, and no ttl, as no lock has (S12).
	 */
	public static final NodeReply FOREIGN_FOR_EVER = new NodeReply(Kind.FOREIGN, -1, null, null);

	/**
	 * A key does not exist.
	 */
	public static final NodeReply ABSENT = new NodeReply(Kind.ABSENT, 0, null, null);

	/**
	 * No answer came in time.
	 */
	public static final NodeReply TIMED_OUT = new NodeReply(Kind.TIMED_OUT, 0, null, null);

	/**
	 * Returns the reply of a node that granted and counted.
	 * @param fence the new value of the fence counter
	 * @return the reply
	 */
	public static NodeReply counted(long fence) {
		return new NodeReply(Kind.DONE, fence, null, null);
	}

	/**
	 * Returns the reply of a node that released keys and announced it.
	 * @param listeners how many connections were told
	 * @return the reply
	 */
	public static NodeReply announced(long listeners) {
		return (listeners > 0) ? new NodeReply(Kind.DONE, listeners, null, null) : DONE;
	}

	/**
	 * Returns the reply of a node on which somebody else has a key.
	 * @param remainingMillis for how long still
	 * @return the reply
	 */
	public static NodeReply heldFor(long remainingMillis) {
		return new NodeReply(Kind.FOREIGN, remainingMillis, null, null);
	}

	/**
	 * Returns whether a foreign key stays until somebody deletes it.
	 * @return {@code true} if the server said so; otherwise it may do so all the same
	 */
	public boolean isForeignForEver() {
		return this.kind == Kind.FOREIGN && this.number == -1;
	}

	/**
	 * Returns the reply of a node that has an inspected key.
	 * @param value the value of the key
	 * @param remainingMillis its remaining time to live, -1 for none
	 * @return the reply
	 */
	public static NodeReply found(String value, long remainingMillis) {
		return new NodeReply(Kind.DONE, remainingMillis, value, null);
	}

	/**
	 * Returns the reply of a node that does not vote for now.
	 * @param cause why, for how long, and what to do
	 * @return the reply
	 */
	public static NodeReply quarantined(Throwable cause) {
		return new NodeReply(Kind.QUARANTINED, 0, null, cause);
	}

	/**
	 * Returns the reply for a command that no connection could carry.
	 * @param cause why
	 * @return the reply
	 */
	public static NodeReply unreachable(Throwable cause) {
		return new NodeReply(Kind.UNREACHABLE, 0, null, cause);
	}

	/**
	 * Returns the reply for a command that the server answered with an error.
	 * @param cause the error
	 * @return the reply
	 */
	public static NodeReply failed(Throwable cause) {
		return new NodeReply(Kind.FAILED, 0, null, cause);
	}

	/**
	 * Returns whether the node did what it was asked to do.
	 * @return {@code true} for {@link Kind#DONE}
	 */
	public boolean isDone() {
		return this.kind == Kind.DONE;
	}

	/**
	 * Returns whether the server looked at the keys and said how they are.
	 * @return {@code true} if the node took part in the round
	 */
	public boolean isAnswer() {
		return this.kind == Kind.DONE || this.kind == Kind.FOREIGN || this.kind == Kind.ABSENT;
	}

	/**
	 * Returns whether a grant can be on the server in spite of this reply to an acquire:
	 * the answer is missing or was an error after the command had been sent.
	 * @return {@code true} if the key may be there
	 */
	public boolean mayHaveGranted() {
		return this.kind == Kind.DONE || this.kind == Kind.TIMED_OUT || this.kind == Kind.FAILED;
	}

	@Override
	public String toString() {
		return (this.cause != null) ? this.kind + ": " + this.cause.getMessage() : this.kind.toString();
	}

	/**
	 * Kinds of replies.
	 */
	public enum Kind {

		/**
		 * Done as asked.
		 */
		DONE,

		/**
		 * A key has a value that is not ours (S12).
		 */
		FOREIGN,

		/**
		 * A key does not exist.
		 */
		ABSENT,

		/**
		 * No answer came within the node time-out. The command may have been sent.
		 */
		TIMED_OUT,

		/**
		 * The command was not sent, or its connection broke before the answer; in the
		 * latter case the node itself owes the release.
		 */
		UNREACHABLE,

		/**
		 * The node does not vote for now (S9).
		 */
		QUARANTINED,

		/**
		 * The server answered with an error.
		 */
		FAILED

	}

}
