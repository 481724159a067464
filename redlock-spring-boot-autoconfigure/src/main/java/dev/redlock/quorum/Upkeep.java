package dev.redlock.quorum;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.RedlockListener.ExtendOutcome;

/**
 * Watches over a lease: extends it each third of its ttl, tries again with back-off while
 * validity is left (S7), and notices its end (S8). At most one task waits per lease.
 */
final class Upkeep implements Runnable {

	/**
	 * Up to so much of a period is left out at random, so that leases of one moment do
	 * not fire together for ever.
	 */
	private static final double SPREAD = 0.2;

	private static final Logger logger = LoggerFactory.getLogger(Upkeep.class);

	private static final AtomicReferenceFieldUpdater<Upkeep, Timer.@Nullable Timeout> TIMEOUT = AtomicReferenceFieldUpdater
		.newUpdater(Upkeep.class, Timer.Timeout.class, "timeout");

	private final Holding holding;

	private volatile Timer.@Nullable Timeout timeout;

	private volatile int failures;

	private volatile boolean forgotten;

	Upkeep(Holding holding) {
		this.holding = holding;
	}

	/**
	 * Starts a new period.
	 */
	void start() {
		this.failures = 0;
		schedule(mayRenew() ? period() : this.holding.remainingNanos());
	}

	void stop() {
		Timer.Timeout last = TIMEOUT.getAndSet(this, null);
		if (last != null) {
			last.cancel();
		}
	}

	private Engine engine() {
		return this.holding.engine();
	}

	private Terms terms() {
		return this.holding.terms();
	}

	private long period() {
		double share = 1 - SPREAD * engine().random().nextDouble();
		long remaining = this.holding.remainingNanos();
		// Who has extended it for longer than its ttl is not to lose that by a renewal.
		long beyond = Math.max(0, remaining - terms().ttlNanos());
		return beyond + Math.min((long) (terms().ttlNanos() / 3 * share), (remaining - beyond) / 2);
	}

	private boolean mayRenew() {
		return terms().autoExtend() && !this.forgotten && !this.holding.extensions().isCapped();
	}

	private void schedule(long nanos) {
		Timer.Timeout next = engine().timer().after(Math.max(0, nanos), this);
		Timer.Timeout last = TIMEOUT.getAndSet(this, next);
		if (last != null) {
			last.cancel();
		}
		if (!this.holding.isHeld()) {
			stop();
		}
	}

	@Override
	public void run() {
		boolean noticed = noticeForgotten();
		this.holding.checkExpiry();
		if (this.holding.isHeld()) {
			goOnOrRetry();
		}
		if (noticed) {
			Log.warn(logger, "A lease was never released and nobody refers to it any more: {}. It is not extended "
					+ "and ends with its ttl. Release leases, or use Redlock.execute.", terms().request());
		}
	}

	private boolean noticeForgotten() {
		boolean noticed = !this.forgotten && this.holding.isHeld() && this.holding.isForgotten();
		this.forgotten |= noticed;
		return noticed;
	}

	private void goOnOrRetry() {
		try {
			goOn();
		}
		catch (Throwable ex) {
			Log.error(logger, "A lease could not be looked after, which is tried again", ex);
			retryLater();
		}
	}

	private void goOn() {
		if (mayRenew()) {
			if (this.holding.remainingNanos() > terms().ttlNanos()) {
				// The application has extended it for longer since this was planned.
				schedule(period());
			}
			else {
				renew();
			}
		}
		else {
			schedule(this.holding.remainingNanos());
		}
	}

	private void renew() {
		if (!this.holding.extensions().hasLeft() || this.holding.extensions().isUnderWay()) {
			// One of the application, which may be the last one or for longer than ours,
			// and may not be granted.
			retryLater();
			return;
		}
		// The nodes may need longer to answer than the lease has.
		schedule(this.holding.remainingNanos());
		this.holding.extensions()
			.renew(terms().ttlNanos())
			.whenComplete((outcome, ex) -> renewed((ex != null) ? ExtendOutcome.UNAVAILABLE : outcome));
	}

	private void renewed(ExtendOutcome outcome) {
		if (outcome != ExtendOutcome.EXTENDED) {
			retryLater();
		}
	}

	/**
	 * Looks after the lease again soon.
	 */
	void retryLater() {
		if (this.holding.isHeld()) {
			long delay = engine().settings().retryDelay().nanos(++this.failures, engine().random());
			schedule(Math.min(delay, this.holding.remainingNanos()));
		}
	}

}
