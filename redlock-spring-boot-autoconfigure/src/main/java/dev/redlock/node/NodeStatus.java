package dev.redlock.node;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The present state of a node. What is not known is {@code null}.
 *
 * @param state the state
 * @param detail why the node is in that state, and what to do; empty if there is nothing
 * to say
 * @param inState for how long the node has been in that state
 * @param version the version of the server that was connected last
 * @param quarantineLeft for how long the node does not vote yet (S9)
 * @param roundTrip the time from a command to its answer, measured about once a second
 */
public record NodeStatus(State state, String detail, @Nullable Duration inState, @Nullable String version,
		@Nullable Duration quarantineLeft, @Nullable Duration roundTrip) {

	/**
	 * Creates the status of a node that knows no more than its state.
	 * @param state the state
	 * @param detail why the node is in that state; empty if there is nothing to say
	 */
	public NodeStatus(State state, String detail) {
		this(state, detail, null, null, null, null);
	}

	/**
	 * Returns this status with a time in its state.
	 * @param inState for how long the node has been in that state
	 * @return the status
	 */
	public NodeStatus withInState(Duration inState) {
		return new NodeStatus(this.state, this.detail, inState, this.version, this.quarantineLeft, this.roundTrip);
	}

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
