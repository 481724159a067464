package dev.redlock.micrometer;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;

/**
 * Counts the nodes in each state, until it is closed: a registry may outlive the nodes.
 */
public final class NodeMeters implements MeterBinder, AutoCloseable {

	private final List<RedlockNode> nodes;

	private final List<Runnable> removals = new CopyOnWriteArrayList<>();

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
		// A registry gives back what it has, such as the gauge of another context.
		Set<Meter> foreign = Collections.newSetFromMap(new IdentityHashMap<>());
		meters.measure(() -> foreign.addAll(registry.getMeters()));
		for (State state : State.values()) {
			Gauge gauge = meters.gauge(RedlockMeter.NODES, this.nodes, (nodes) -> count(nodes, state), state);
			if (!foreign.contains(gauge)) {
				this.removals.add(() -> meters.measure(() -> registry.remove(gauge)));
			}
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
		this.removals.forEach(Runnable::run);
		this.removals.clear();
	}

}
