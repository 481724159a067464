package dev.redlock.node;

import java.util.List;

/**
 * What a node can be asked to do with the keys of a lock.
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
	 * Sets keys that do not exist (S2).
	 *
	 * @param keys the keys
	 * @param token their value
	 * @param ttlMillis their time to live in milliseconds
	 */
	record Acquire(List<String> keys, String token, long ttlMillis) implements NodeCommand {
	}

	/**
	 * Prolongs keys that have our value (S7).
	 *
	 * @param keys the keys
	 * @param token our value
	 * @param ttlMillis their new time to live in milliseconds
	 */
	record Extend(List<String> keys, String token, long ttlMillis) implements NodeCommand {
	}

	/**
	 * Deletes keys that have our value (S11).
	 *
	 * @param keys the keys
	 * @param token our value
	 * @param owedMillis for how long the release is owed if the node can't be reached
	 * now; zero if the keys can't be on the node
	 */
	record Release(List<String> keys, String token, long owedMillis) implements NodeCommand {
	}

}
