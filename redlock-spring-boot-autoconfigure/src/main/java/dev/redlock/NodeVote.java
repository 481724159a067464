package dev.redlock;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * What one node said to an attempt.
 *
 * @param node the node's name, without credentials
 * @param verdict its vote
 * @param latency the time from the first byte sent to the vote
 * @param cause what kept the node from voting, if anything did
 */
public record NodeVote(String node, Verdict verdict, Duration latency, @Nullable Throwable cause) {

	@Override
	public String toString() {
		String text = this.node + "=" + this.verdict + " after " + this.latency.toMillis() + "ms";
		return (this.cause != null)
				? text + " (" + Objects.requireNonNullElseGet(this.cause.getMessage(), this.cause::toString) + ")"
				: text;
	}

	/**
	 * Kinds of votes.
	 */
	public enum Verdict {

		/**
		 * The node set the key for us.
		 */
		GRANTED,

		/**
		 * The key exists with a value that is not ours, whatever it is (S12). Where a
		 * lease is adopted or extended: or it is gone.
		 */
		HELD,

		/**
		 * No answer within the node time-out (S5).
		 */
		TIMED_OUT,

		/**
		 * No connection, or it broke before the answer; or the node is known not to
		 * answer in time, so that it was not asked.
		 */
		UNREACHABLE,

		/**
		 * The node may have forgotten locks and does not vote yet (S9).
		 */
		QUARANTINED,

		/**
		 * The node answered with an error.
		 */
		FAILED,

		/**
		 * The other nodes had decided before this one answered, or the wait time was
		 * over; nobody waited for it (S3).
		 */
		PENDING,

		/**
		 * Another caller of this process has the lock, or others are let in first, so
		 * that the node was not asked.
		 */
		NOT_ASKED

	}

}
