package dev.redlock.micrometer;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;

/**
 * Counts the nodes in each state, until it is closed: a registry may outlive the nodes.
 */
public final class NodeMeters implements MeterBinder, AutoCloseable {

	private final List<RedlockNode> nodes;

	private final List<OwnGauges> bound = new CopyOnWriteArrayList<>();

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
		OwnGauges gauges = new OwnGauges(registry, meters);
		this.bound.add(gauges);
		for (State state : State.values()) {
			gauges.add(() -> meters.gauge(RedlockMeter.NODES, this.nodes, (nodes) -> count(nodes, state), state));
		}
	}

	private static long count(List<RedlockNode> nodes, State state) {
		return nodes.stream().filter((node) -> node.status().state() == state).count();
	}

	/**
	 * Removes the meters that this binder registered.
	 */
	@Override
	public void close() {
		this.bound.forEach(OwnGauges::close);
		this.bound.clear();
	}

}
