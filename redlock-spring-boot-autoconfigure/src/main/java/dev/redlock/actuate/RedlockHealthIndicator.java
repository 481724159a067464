package dev.redlock.actuate;

import java.time.InstantSource;
import java.util.List;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;

/**
 * Up while a quorum of nodes votes, otherwise down, with a row per node that says since
 * when it has been as it is, why it does not vote, for how long still, and what to do.
 * Asks no node anything.
 */
public final class RedlockHealthIndicator extends AbstractHealthIndicator {

	private final List<RedlockNode> nodes;

	/**
	 * Creates the indicator.
	 * @param nodes the configured nodes
	 */
	public RedlockHealthIndicator(List<RedlockNode> nodes) {
		super("The nodes of Redlock could not be looked at");
		this.nodes = List.copyOf(nodes);
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		List<NodeDescriptor> rows = this.nodes.stream()
			.map((node) -> NodeDescriptor.of(node, InstantSource.system()))
			.toList();
		int quorum = rows.size() / 2 + 1;
		int voting = (int) rows.stream().filter((row) -> row.state() == State.UP).count();
		builder.status((voting >= quorum) ? "UP" : "DOWN")
			.withDetail("voting", voting)
			.withDetail("quorum", quorum)
			.withDetail("nodes", rows.stream().map(NodeDescriptor::asRow).toList());
	}

}
