package dev.redlock.micrometer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

import dev.redlock.RedlockListener;

/**
 * Measures acquires, rounds, and the time that locks are held. A registry that fails
 * costs meters, never a lock. The gauges end when it is closed: a registry may outlive
 * the locks. Thread-safe.
 */
public final class LockMeters implements RedlockListener, AutoCloseable {

	private final Meters meters;

	private final Duration maxTtl;

	private final List<List<Timer>> rounds;

	private final Map<String, MetersOfLock> locks = new ConcurrentHashMap<>();

	private final Map<String, AtomicLong> ttls = new ConcurrentHashMap<>();

	private final OwnGauges gauges;

	/**
	 * Creates the meters.
	 * @param registry where they are registered
	 * @param maxTtl the longest ttl: histogram buckets of the time for which locks are
	 * held reach so far at least, if there are any
	 */
	public LockMeters(MeterRegistry registry, Duration maxTtl) {
		this.meters = new Meters(registry);
		this.gauges = new OwnGauges(registry, this.meters);
		this.maxTtl = maxTtl;
		this.rounds = Meters.each(Operation.class, (operation) -> Meters.each(RoundOutcome.class,
				(outcome) -> this.meters.timer(RedlockMeter.QUORUM, operation, outcome)));
	}

	/**
	 * Registers the meters of a lock with zero. A lock that was not registered is at its
	 * first acquire.
	 * @param lock the static name of the lock
	 */
	public void register(String lock) {
		of(lock);
	}

	private MetersOfLock of(String lock) {
		MetersOfLock known = this.locks.get(lock);
		if (known != null) {
			return known;
		}
		// Not within computeIfAbsent, since registries call code of the application. The
		// meters of two threads are the same.
		MetersOfLock meters = new MetersOfLock(this.meters, lock, this.maxTtl, ttl(lock));
		this.locks.put(lock, meters);
		return meters;
	}

	private AtomicLong ttl(String lock) {
		AtomicLong nanos = new AtomicLong();
		AtomicLong other = this.ttls.putIfAbsent(lock, nanos);
		if (other != null) {
			return other;
		}
		// By one thread only, since Micrometer warns of a gauge that it has already.
		this.gauges
			.add(() -> this.meters.timeGauge(RedlockMeter.TTL, nanos, TimeUnit.NANOSECONDS, AtomicLong::get, lock));
		return nanos;
	}

	/**
	 * Removes the gauges that were registered.
	 */
	@Override
	public void close() {
		this.gauges.close();
	}

	@Override
	public void onAcquire(AcquireEvent event) {
		this.meters.measure(() -> of(event.request().name()).acquire(event.outcome()).record(event.waited()));
	}

	@Override
	public void onRound(RoundEvent event) {
		this.meters.measure(() -> this.rounds.get(event.operation().ordinal())
			.get(event.outcome().ordinal())
			.record(event.elapsed()));
	}

	@Override
	public @Nullable LeaseEnd onHold(HoldEvent event) {
		try {
			return of(event.request().name()).hold(event.ttl());
		}
		catch (Throwable ex) {
			this.meters.failed(ex);
			return null;
		}
	}

	@Override
	public void onExtend(ExtendEvent event) {
		this.meters.measure(() -> of(event.request().name()).extension(event.outcome()).increment());
	}

	@Override
	public void onLoss(LossEvent event) {
		this.meters.measure(() -> of(event.request().name()).loss(event.reason()).increment());
	}

}
