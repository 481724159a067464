package dev.redlock.micrometer;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Timer;

import dev.redlock.LossReason;
import dev.redlock.RedlockListener.AcquireOutcome;
import dev.redlock.RedlockListener.ExtendOutcome;
import dev.redlock.RedlockListener.LeaseEnd;

/**
 * What one lock is measured with, registered together, so that none of it is missing
 * before it has counted anything.
 */
final class MetersOfLock {

	private final Meters meters;

	private final List<Timer> acquires;

	private final Timer held;

	private final LongTaskTimer active;

	private final AtomicLong ttlNanos;

	private final List<Counter> extensions;

	private final List<Counter> losses;

	/**
	 * Registers the meters.
	 * @param meters makes them
	 * @param lock the static name of the lock
	 * @param maxTtl the longest ttl, which buckets must tell from a held time close to it
	 * @param ttlNanos for the ttl
	 */
	MetersOfLock(Meters meters, String lock, Duration maxTtl, AtomicLong ttlNanos) {
		this.meters = meters;
		this.ttlNanos = ttlNanos;
		this.acquires = Meters.each(AcquireOutcome.class,
				(outcome) -> meters.timer(RedlockMeter.ACQUIRE, lock, outcome));
		this.held = meters.timer(RedlockMeter.HELD, maxTtl, lock);
		this.active = meters.longTaskTimer(RedlockMeter.HELD_ACTIVE, lock);
		this.extensions = Meters.each(ExtendOutcome.class,
				(outcome) -> meters.counter(RedlockMeter.EXTENSIONS, lock, outcome));
		this.losses = Meters.each(LossReason.class, (reason) -> meters.counter(RedlockMeter.LOST, lock, reason));
	}

	Timer acquire(AcquireOutcome outcome) {
		return this.acquires.get(outcome.ordinal());
	}

	Counter extension(ExtendOutcome outcome) {
		return this.extensions.get(outcome.ordinal());
	}

	Counter loss(LossReason reason) {
		return this.losses.get(reason.ordinal());
	}

	/**
	 * Measures a lease from now on.
	 */
	LeaseEnd hold(Duration ttl) {
		long nanos = ttl.toNanos();
		if (this.ttlNanos.get() != nanos) {
			this.ttlNanos.set(nanos);
		}
		LongTaskTimer.Sample sample = this.active.start();
		return (time) -> this.meters.measure(() -> {
			sample.stop();
			this.held.record(time);
		});
	}

}
