package dev.redlock.micrometer;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Gauges that are removed when what they show is gone: a registry may outlive it, and
 * would give back the old ones to whoever registers them again.
 */
final class OwnGauges implements AutoCloseable {

	private final MeterRegistry registry;

	private final Meters meters;

	private final Queue<Gauge> gauges = new ConcurrentLinkedQueue<>();

	OwnGauges(MeterRegistry registry, Meters meters) {
		this.registry = registry;
		this.meters = meters;
	}

	/**
	 * Registers a gauge.
	 * @param registration registers it, or gets that of another context, which stays
	 */
	void add(Supplier<Gauge> registration) {
		Set<Meter> foreign = Collections.newSetFromMap(new IdentityHashMap<>());
		this.meters.measure(() -> foreign.addAll(this.registry.getMeters()));
		Gauge gauge = registration.get();
		if (!foreign.contains(gauge)) {
			this.gauges.add(gauge);
		}
	}

	@Override
	public void close() {
		Gauge gauge;
		while ((gauge = this.gauges.poll()) != null) {
			Gauge gone = gauge;
			this.meters.measure(() -> this.registry.remove(gone));
		}
	}

}
