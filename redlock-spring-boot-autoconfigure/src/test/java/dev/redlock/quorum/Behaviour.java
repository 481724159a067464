package dev.redlock.quorum;

/**
 * What a {@link ScriptedNode} does with commands.
 */
enum Behaviour {

	/**
	 * The server carries commands out and answers.
	 */
	ANSWERING,

	/**
	 * The server carries commands out but no answer ever comes.
	 */
	SILENT,

	/**
	 * The server reads nothing until it answers again.
	 */
	PAUSED,

	/**
	 * There is no connection. What was under way is lost, its releases are owed.
	 */
	UNREACHABLE,

	/**
	 * The connection breaks with the next command, which the server never sees.
	 */
	BREAKING_BEFORE_THE_SERVER,

	/**
	 * The connection breaks with the next command, which the server carries out.
	 */
	BREAKING_AFTER_THE_SERVER,

	/**
	 * The node does not vote, but deletes.
	 */
	QUARANTINED,

	/**
	 * The server answers with an error and does nothing.
	 */
	FAILING,

	/**
	 * The server answers with an error although it did what it was asked to do.
	 */
	FAILING_AFTER_DOING,

	/**
	 * The node itself throws, against its contract.
	 */
	THROWING,

	/**
	 * The node itself throws an error, as when a class of its driver is missing.
	 */
	THROWING_ERRORS

}
