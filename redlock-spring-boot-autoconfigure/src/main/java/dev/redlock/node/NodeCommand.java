package dev.redlock.node;

import java.util.List;

/**
 * What a node can be asked to do with the keys of a lock. Its text never shows the token.
 */
public sealed interface NodeCommand {

	/**
	 * Returns the keys, each with its prefix.
	 * @return one or several keys; a command treats them all or none
	 */
	List<String> keys();

	/**
	 * Returns the value that marks the keys as ours.
	 * @return the token
	 */
	String token();

	/**
	 * Returns whether the reply counts towards a lock or a fencing token that is new, so
	 * that a server that may have forgotten some must not give it (S9).
	 * @return {@code true} for a vote
	 */
	default boolean isVote() {
		return this instanceof Acquire || this instanceof AcquireFenced || this instanceof RaiseFence;
	}

	/**
	 * Returns whether the command can set keys that were not there, so that it must be
	 * undone if nobody knows whether it did (S4).
	 * @return {@code true} if keys may be there after it
	 */
	default boolean mayGrant() {
		return this instanceof Acquire || this instanceof AcquireFenced || this instanceof Heal;
	}

	/**
	 * Sets keys that do not exist (S2). A vote: a node that may have forgotten locks
	 * refuses it (S9).
	 *
	 * @param keys the keys
	 * @param token their value
	 * @param ttlMillis their time to live in milliseconds
	 * @param tellRemaining whether a refusal has to say for how long the key is still
	 * there, which costs the server a little more
	 */
	record Acquire(List<String> keys, String token, long ttlMillis, boolean tellRemaining) implements NodeCommand {

		@Override
		public String toString() {
			return "Acquire" + this.keys;
		}

	}

	/**
	 * Sets keys that do not exist and counts the grant in the fence counters beside them
	 * (S10). The reply carries the new value of the counters.
	 *
	 * @param keys the keys
	 * @param token their value
	 * @param ttlMillis their time to live in milliseconds
	 * @param retentionMillis the time to live of the counters in milliseconds
	 */
	record AcquireFenced(List<String> keys, String token, long ttlMillis, long retentionMillis) implements NodeCommand {

		@Override
		public String toString() {
			return "AcquireFenced" + this.keys;
		}

	}

	/**
	 * Raises the fence counters to a value that is strictly greater than each of them
	 * (S10). Refused where a key has another value: whoever holds it may have been
	 * granted it before us, and get what was counted then for a lease after ours.
	 *
	 * @param keys the keys that the counters are beside
	 * @param token the token of the lease
	 * @param fence the value
	 * @param retentionMillis the time to live of the counters in milliseconds
	 */
	record RaiseFence(List<String> keys, String token, long fence, long retentionMillis) implements NodeCommand {

		@Override
		public String toString() {
			return "RaiseFence" + this.keys;
		}

	}

	/**
	 * Prolongs keys that have our value (S7).
	 *
	 * @param keys the keys
	 * @param token our value
	 * @param ttlMillis their new time to live in milliseconds
	 */
	record Extend(List<String> keys, String token, long ttlMillis) implements NodeCommand {

		@Override
		public String toString() {
			return "Extend" + this.keys;
		}

	}

	/**
	 * Sets keys again that vanished from the node under a lease that a quorum has just
	 * confirmed (S7). No vote.
	 *
	 * @param keys the keys
	 * @param token our value
	 * @param ttlMillis their time to live in milliseconds
	 */
	record Heal(List<String> keys, String token, long ttlMillis) implements NodeCommand {

		@Override
		public String toString() {
			return "Heal" + this.keys;
		}

	}

	/**
	 * Deletes keys that have our value, or lets them expire soon (S11).
	 *
	 * @param keys the keys
	 * @param token our value
	 * @param owedMillis for how long the release is owed if the node can't be reached
	 * now; zero if the keys can't be on the node
	 * @param announced whether those who watch the keys are to be told
	 * @param keepMillis for how long the keys stay, never longer than they would without
	 * a release; zero to delete them
	 */
	record Release(List<String> keys, String token, long owedMillis, boolean announced,
			long keepMillis) implements NodeCommand {

		/**
		 * Creates a release that deletes the keys.
		 * @param keys the keys
		 * @param token our value
		 * @param owedMillis for how long the release is owed
		 * @param announced whether those who watch the keys are to be told
		 */
		public Release(List<String> keys, String token, long owedMillis, boolean announced) {
			this(keys, token, owedMillis, announced, 0);
		}

		/**
		 * Returns the release for a node that can't have the keys.
		 * @return a release that is not owed
		 */
		public Release asCourtesy() {
			return new Release(this.keys, this.token, 0, this.announced, this.keepMillis);
		}

		/**
		 * Returns the release for a node that gets it later than it was meant to.
		 * @param delayMillis how much later
		 * @return a release after which the keys stay for as much less
		 */
		public Release delayed(long delayMillis) {
			long keepMillis = Math.max(0, this.keepMillis - delayMillis);
			return (keepMillis != this.keepMillis)
					? new Release(this.keys, this.token, this.owedMillis, this.announced, keepMillis) : this;
		}

		/**
		 * Returns this release, owed for another time.
		 * @param millis for how long; not at all if that is zero or less
		 * @return the release
		 */
		public Release owedFor(long millis) {
			return new Release(this.keys, this.token, Math.max(0, millis), this.announced, this.keepMillis);
		}

		@Override
		public String toString() {
			return "Release" + this.keys;
		}

	}

	/**
	 * Looks at one key and changes nothing. The reply carries the value and the remaining
	 * milliseconds, -1 for a key without a ttl.
	 *
	 * @param keys the one key
	 */
	record Inspect(List<String> keys) implements NodeCommand {

		@Override
		public String token() {
			return "";
		}

	}

}
