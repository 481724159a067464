package dev.redlock.micrometer;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;

/**
 * Counts the nodes in each state.
 */
public final class NodeMeters implements MeterBinder {

	private final List<RedlockNode> nodes;

	/**
	 * Creates the binder.
	 * @param nodes the configured nodes
	 */
	public NodeMeters(List<RedlockNode> nodes) {
		this.nodes = List.copyOf(nodes);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Meters meters = new Meters(registry);
		for (State state : State.values()) {
			meters.gauge(RedlockMeter.NODES, this.nodes, (nodes) -> count(nodes, state), state);
		}
	}

	private static long count(List<RedlockNode> nodes, State state) {
		return nodes.stream().filter((node) -> node.status().state() == state).count();
	}

}
