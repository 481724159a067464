package dev.redlock.micrometer;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.noop.NoopCounter;
import io.micrometer.core.instrument.noop.NoopGauge;
import io.micrometer.core.instrument.noop.NoopLongTaskTimer;
import io.micrometer.core.instrument.noop.NoopTimer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes meters, in a way that a registry that fails can't harm a lock: a meter that could
 * not be registered measures nothing, and what a meter throws is logged. Thread-safe.
 */
final class Meters {

	/**
	 * Where the buckets of a timer end unless it is told otherwise.
	 */
	private static final Duration USUAL_LONGEST = Duration.ofSeconds(30);

	private static final Logger logger = LoggerFactory.getLogger(Meters.class);

	private final MeterRegistry registry;

	private final AtomicBoolean failed = new AtomicBoolean();

	Meters(MeterRegistry registry) {
		this.registry = registry;
	}

	Timer timer(RedlockMeter meter, Object... values) {
		return timer(meter, Duration.ZERO, values);
	}

	/**
	 * Makes a timer.
	 * @param meter what it is
	 * @param longest the longest time that its buckets must tell apart, if there are
	 * buckets and Micrometer's would end earlier
	 * @param values one value for each tag
	 */
	Timer timer(RedlockMeter meter, Duration longest, Object... values) {
		return register(meter.id(values), (id) -> {
			Timer.Builder builder = Timer.builder(id.getName()).description(id.getDescription()).tags(id.getTags());
			return ((longest.compareTo(USUAL_LONGEST) > 0) ? builder.maximumExpectedValue(longest) : builder)
				.register(this.registry);
		}, NoopTimer::new);
	}

	LongTaskTimer longTaskTimer(RedlockMeter meter, Object... values) {
		return register(meter.id(values),
				(id) -> LongTaskTimer.builder(id.getName())
					.description(id.getDescription())
					.tags(id.getTags())
					.register(this.registry),
				NoopLongTaskTimer::new);
	}

	Counter counter(RedlockMeter meter, Object... values) {
		return register(meter.id(values),
				(id) -> Counter.builder(id.getName())
					.description(id.getDescription())
					.tags(id.getTags())
					.register(this.registry),
				NoopCounter::new);
	}

	private <M> M register(Meter.Id id, Function<Meter.Id, ? extends M> registered,
			Function<Meter.Id, ? extends M> none) {
		try {
			return registered.apply(id);
		}
		catch (Throwable ex) {
			failed(ex);
			return none.apply(id);
		}
	}

	<T> Gauge timeGauge(RedlockMeter meter, T object, TimeUnit unit, ToDoubleFunction<T> value, Object... values) {
		return register(meter.id(values),
				(id) -> TimeGauge.builder(id.getName(), object, unit, value)
					.description(id.getDescription())
					.tags(id.getTags())
					.register(this.registry),
				NoopGauge::new);
	}

	<T> Gauge gauge(RedlockMeter meter, T object, ToDoubleFunction<T> value, Object... values) {
		return register(meter.id(values),
				(id) -> Gauge.builder(id.getName(), object, value)
					.description(id.getDescription())
					.tags(id.getTags())
					.register(this.registry),
				NoopGauge::new);
	}

	/**
	 * Returns one meter for each value of an enum, by its position.
	 */
	static <E extends Enum<E>, M> List<M> each(Class<E> type, Function<E, M> meter) {
		return Arrays.stream(type.getEnumConstants()).map(meter).toList();
	}

	/**
	 * Measures something, if the registry lets us.
	 */
	void measure(Runnable measurement) {
		try {
			measurement.run();
		}
		catch (Throwable ex) {
			failed(ex);
		}
	}

	void failed(Throwable ex) {
		if (ex instanceof InterruptedException) {
			// Undeclared, but meant for whoever waits next.
			Thread.currentThread().interrupt();
		}
		// A registry that fails does so at every call.
		if (this.failed.compareAndSet(false, true)) {
			logger.warn(
					"A meter failed. Locks keep working, but some of their meters may be missing. Further failures are "
							+ "logged at debug level",
					ex);
		}
		else {
			logger.debug("A meter failed", ex);
		}
	}

}
