package dev.redlock.micrometer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

import dev.redlock.RedlockListener;

/**
 * Measures acquires, rounds, and the time that locks are held. A registry that fails
 * costs meters, never a lock. Thread-safe.
 */
public final class LockMeters implements RedlockListener {

	private final Meters meters;

	private final Duration maxTtl;

	private final List<List<Timer>> rounds;

	private final Map<String, MetersOfLock> locks = new ConcurrentHashMap<>();

	private final Map<String, AtomicLong> ttls = new ConcurrentHashMap<>();

	/**
	 * Creates the meters.
	 * @param registry where they are registered
	 * @param maxTtl the longest ttl: histogram buckets of the time for which locks are
	 * held reach so far at least, if there are any
	 */
	public LockMeters(MeterRegistry registry, Duration maxTtl) {
		this.meters = new Meters(registry);
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
		MetersOfLock meters = new MetersOfLock(this.meters, lock, this.maxTtl,
				this.ttls.computeIfAbsent(lock, (name) -> new AtomicLong()));
		this.locks.put(lock, meters);
		return meters;
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
		catch (RuntimeException | LinkageError ex) {
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
