package dev.redlock.node;

/**
 * The present state of a node.
 *
 * @param state the state
 * @param detail why the node is in that state; empty if there is nothing to say
 */
public record NodeStatus(State state, String detail) {

	/**
	 * States of a node.
	 */
	public enum State {

		/**
		 * Connected, answering and voting.
		 */
		UP,

		/**
		 * Not connected, or not answering.
		 */
		DOWN,

		/**
		 * Connected, but not voting (S9).
		 */
		QUARANTINED

	}

}
