package dev.redlock.micrometer;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

import dev.redlock.RedlockListener;
import dev.redlock.micrometer.RedlockMeter.Tag;

/**
 * Measures acquires, rounds, and the time that locks are held. Thread-safe.
 */
public final class LockMeters implements RedlockListener {

	private final MeterProvider<Timer> acquire;

	private final MeterProvider<Timer> quorum;

	private final MeterProvider<Timer> held;

	private final Map<TimerKey, Timer> timers = new ConcurrentHashMap<>();

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
		timer(this.acquire, Tag.LOCK, event.request().name(), Tag.OUTCOME, event.outcome()).record(event.waited());
	}

	@Override
	public void onRound(RoundEvent event) {
		timer(this.quorum, Tag.OPERATION, event.operation(), Tag.OUTCOME, event.outcome()).record(event.elapsed());
	}

	@Override
	public void onExtend(ExtendEvent event) {
		this.extensions.withTags(tags(Tag.LOCK, event.request().name(), Tag.OUTCOME, event.outcome())).increment();
	}

	@Override
	public void onRelease(ReleaseEvent event) {
		timer(this.held, Tag.LOCK, event.request().name(), null, null).record(event.held());
	}

	@Override
	public void onLoss(LossEvent event) {
		this.lost.withTags(tags(Tag.LOCK, event.request().name(), Tag.REASON, event.reason())).increment();
	}

	private Timer timer(MeterProvider<Timer> provider, Tag tag, Object value, @Nullable Tag second,
			@Nullable Object secondValue) {
		// There are several in each acquire, so that tags are not made for each.
		TimerKey key = new TimerKey(provider, value, secondValue);
		Timer timer = this.timers.get(key);
		return (timer != null) ? timer : this.timers.computeIfAbsent(key,
				(absent) -> provider.withTags(tags(tag, value, second, secondValue)));
	}

	private static Tags tags(Tag tag, Object value, @Nullable Tag second, @Nullable Object secondValue) {
		Tags tags = Tags.of(tag.asString(), text(value));
		return (second != null && secondValue != null) ? tags.and(second.asString(), text(secondValue)) : tags;
	}

	private static String text(Object value) {
		return (value instanceof Enum<?> constant) ? value(constant) : value.toString();
	}

	static String value(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

	private record TimerKey(MeterProvider<Timer> provider, Object value, @Nullable Object secondValue) {
	}

}
