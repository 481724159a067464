package dev.redlock.quorum;

/**
 * A rule of the algorithm that a {@link SimulatedNode} switches off, to show that the
 * {@link Checker} notices.
 */
enum Mutation {

	/**
	 * All rules hold.
	 */
	NONE,

	/**
	 * Attempts that failed or were cancelled are not undone (S4).
	 */
	NO_CLEAN_UP,

	/**
	 * Servers that forgot everything vote at once (S9).
	 */
	NO_QUARANTINE,

	/**
	 * The second round of fencing changes nothing (S10).
	 */
	NO_SECOND_ROUND,

	/**
	 * The fence counters are not incremented (S10).
	 */
	NO_COUNTING,

	/**
	 * Keys expire earlier than the drift allows (S3).
	 */
	TOO_MUCH_DRIFT,

	/**
	 * Whoever gives up in a queue does not hand its turn on.
	 */
	NO_HAND_ON

}
