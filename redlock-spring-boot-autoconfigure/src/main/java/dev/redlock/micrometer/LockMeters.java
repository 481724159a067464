package dev.redlock.micrometer;

import java.util.Locale;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import dev.redlock.RedlockListener;
import dev.redlock.micrometer.RedlockMeter.Tag;

/**
 * Measures acquires, rounds, and the time that locks are held. Thread-safe.
 */
public final class LockMeters implements RedlockListener {

	private final MeterProvider<Timer> acquire;

	private final MeterProvider<Timer> quorum;

	private final MeterProvider<Timer> held;

	private final MeterProvider<Counter> extensions;

	private final MeterProvider<Counter> lost;

	/**
	 * Creates the meters.
	 * @param registry where they are registered
	 */
	public LockMeters(MeterRegistry registry) {
		this.acquire = Timer.builder(RedlockMeter.ACQUIRE.getName())
			.description("Time of a whole acquire, including the wait")
			.withRegistry(registry);
		this.quorum = Timer.builder(RedlockMeter.QUORUM.getName())
			.description("Time of a round over the nodes, from the first byte sent to the verdict")
			.withRegistry(registry);
		this.held = Timer.builder(RedlockMeter.HELD.getName())
			.description("Time for which a lock was held")
			.withRegistry(registry);
		this.extensions = Counter.builder(RedlockMeter.EXTENSIONS.getName())
			.description("Tries to extend a lease")
			.withRegistry(registry);
		this.lost = Counter.builder(RedlockMeter.LOST.getName())
			.description("Leases that were lost")
			.withRegistry(registry);
	}

	@Override
	public void onAcquire(AcquireEvent event) {
		this.acquire
			.withTags(Tags.of(Tag.LOCK.asString(), event.request().name(), Tag.OUTCOME.asString(),
					value(event.outcome())))
			.record(event.waited());
	}

	@Override
	public void onRound(RoundEvent event) {
		this.quorum
			.withTags(Tags.of(Tag.OPERATION.asString(), value(event.operation()), Tag.OUTCOME.asString(),
					value(event.outcome())))
			.record(event.elapsed());
	}

	@Override
	public void onExtend(ExtendEvent event) {
		this.extensions
			.withTags(Tags.of(Tag.LOCK.asString(), event.request().name(), Tag.OUTCOME.asString(),
					value(event.outcome())))
			.increment();
	}

	@Override
	public void onRelease(ReleaseEvent event) {
		this.held.withTag(Tag.LOCK.asString(), event.request().name()).record(event.held());
	}

	@Override
	public void onLoss(LossEvent event) {
		this.lost
			.withTags(
					Tags.of(Tag.LOCK.asString(), event.request().name(), Tag.REASON.asString(), value(event.reason())))
			.increment();
	}

	static String value(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

}
