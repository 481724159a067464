package dev.redlock.actuate;

import java.util.List;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

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
		NodeTable nodes = NodeTable.of(this.nodes);
		builder.status((nodes.voting() >= nodes.quorum()) ? "UP" : "DOWN")
			.withDetail("voting", nodes.voting())
			.withDetail("quorum", nodes.quorum())
			.withDetail("nodes", nodes.rows().stream().map(NodeDescriptor::asRow).toList());
	}

}
