package dev.redlock;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * How a resource is locked, as the nodes saw it a moment ago. Never shows a token.
 *
 * @param resource the resource
 * @param held whether one owner has it on a quorum of nodes, as far as these answered: if
 * {@code false} and nodes are unknown, somebody may have it all the same
 * @param remaining for how long a quorum still has it: the least remaining time of the
 * best quorum; {@code null} if it is not held, or held without end
 * @param nodes one entry per node
 */
public record LockInspection(String resource, boolean held, @Nullable Duration remaining, List<NodeView> nodes) {

	/**
	 * How one node sees the resource.
	 *
	 * @param node the node's name
	 * @param state what it has
	 * @param remaining the remaining time to live, {@code null} for none
	 */
	public record NodeView(String node, State state, @Nullable Duration remaining) {
	}

	/**
	 * What a node has.
	 */
	public enum State {

		/**
		 * The key, with the value that the most nodes have.
		 */
		HELD,

		/**
		 * The key, with another value.
		 */
		HELD_BY_OTHER,

		/**
		 * No key.
		 */
		FREE,

		/**
		 * Unknown: the node did not answer.
		 */
		UNKNOWN

	}

}
