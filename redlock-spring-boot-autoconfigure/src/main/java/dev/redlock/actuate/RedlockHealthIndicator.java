package dev.redlock.actuate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;

/**
 * Up while a quorum of nodes votes, otherwise down, with a row per node that says why it
 * does not vote, for how long still, and what to do. Asks no node anything.
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
		int quorum = this.nodes.size() / 2 + 1;
		int voting = 0;
		Map<String, String> rows = new LinkedHashMap<>();
		for (RedlockNode node : this.nodes) {
			NodeStatus status = node.status();
			voting += (status.state() == State.UP) ? 1 : 0;
			rows.put(node.name(),
					status.detail().isEmpty() ? status.state().name() : status.state() + ": " + status.detail());
		}
		builder.status((voting >= quorum) ? "UP" : "DOWN")
			.withDetail("voting", voting)
			.withDetail("quorum", quorum)
			.withDetail("nodes", rows);
	}

}
