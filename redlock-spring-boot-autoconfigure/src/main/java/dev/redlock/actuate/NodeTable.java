package dev.redlock.actuate;

import java.time.InstantSource;
import java.util.List;

import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;

/**
 * The configured nodes as they are now.
 *
 * @param rows one for each
 */
record NodeTable(List<NodeDescriptor> rows) {

	/**
	 * Looks at the nodes; asks none of them anything.
	 */
	static NodeTable of(List<RedlockNode> nodes) {
		return new NodeTable(nodes.stream().map((node) -> NodeDescriptor.of(node, InstantSource.system())).toList());
	}

	/**
	 * Returns how many nodes have to vote.
	 */
	int quorum() {
		return this.rows.size() / 2 + 1;
	}

	/**
	 * Returns how many nodes vote.
	 */
	int voting() {
		return (int) this.rows.stream().filter((row) -> row.state() == State.UP).count();
	}

}
