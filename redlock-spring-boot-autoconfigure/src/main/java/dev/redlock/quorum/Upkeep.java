package dev.redlock.quorum;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.RedlockListener.ExtendOutcome;

/**
 * Watches over a lease: extends it each third of its ttl, tries again with back-off while
 * validity is left (S7), and notices its end (S8). At most one task waits per lease.
 */
final class Upkeep {

	/**
	 * Up to so much of a period is left out at random, so that leases of one moment do
	 * not fire together for ever.
	 */
	private static final double SPREAD = 0.2;

	private static final Logger logger = LoggerFactory.getLogger(Upkeep.class);

	private final Engine engine;

	private final Terms terms;

	private final Holding holding;

	private final AtomicReference<Timer.@Nullable Timeout> timeout = new AtomicReference<>();

	private final AtomicInteger failures = new AtomicInteger();

	private final AtomicBoolean forgotten = new AtomicBoolean();

	Upkeep(Engine engine, Terms terms, Holding holding) {
		this.engine = engine;
		this.terms = terms;
		this.holding = holding;
	}

	/**
	 * Starts a new period.
	 */
	void start() {
		this.failures.set(0);
		schedule(mayRenew() ? period() : this.holding.remainingNanos());
	}

	void stop() {
		Timer.Timeout last = this.timeout.getAndSet(null);
		if (last != null) {
			last.cancel();
		}
	}

	private long period() {
		double share = 1 - SPREAD * this.engine.random().nextDouble();
		return Math.min((long) (this.terms.ttlNanos() / 3 * share), this.holding.remainingNanos() / 2);
	}

	private boolean mayRenew() {
		return this.terms.autoExtend() && !this.forgotten.get() && this.holding.mayExtend();
	}

	private void schedule(long nanos) {
		Timer.Timeout next = this.engine.timer().after(Math.max(0, nanos), this::onTime);
		Timer.Timeout last = this.timeout.getAndSet(next);
		if (last != null) {
			last.cancel();
		}
		if (!this.holding.isHeld()) {
			stop();
		}
	}

	private void onTime() {
		this.holding.checkExpiry();
		if (!this.holding.isHeld()) {
			return;
		}
		noticeForgotten();
		if (mayRenew()) {
			renew();
		}
		else {
			schedule(this.holding.remainingNanos());
		}
	}

	private void renew() {
		try {
			this.holding.extend(this.terms.ttlNanos()).thenAccept(this::renewed);
		}
		catch (RuntimeException ex) {
			logger.error("A renewal failed and is tried again", ex);
			renewed(ExtendOutcome.UNAVAILABLE);
		}
	}

	private void noticeForgotten() {
		if (this.holding.isForgotten() && this.forgotten.compareAndSet(false, true)) {
			logger.warn("A lease was never released and nobody refers to it any more: {}. It is no longer extended "
					+ "and ends with its ttl. Release leases, or use Redlock.execute.", this.terms.request());
		}
	}

	private void renewed(ExtendOutcome outcome) {
		if (outcome != ExtendOutcome.EXTENDED && this.holding.isHeld()) {
			long delay = this.engine.settings()
				.retryDelay()
				.nanos(this.failures.incrementAndGet(), this.engine.random());
			schedule(Math.min(delay, this.holding.remainingNanos()));
		}
	}

}
