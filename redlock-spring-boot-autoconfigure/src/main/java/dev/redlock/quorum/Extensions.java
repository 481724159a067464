package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BinaryOperator;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.LossReason;
import dev.redlock.RedlockListener.ExtendEvent;
import dev.redlock.RedlockListener.ExtendOutcome;

/**
 * The extensions of a lease, none of them over the cap (S7).
 */
final class Extensions {

	private static final AtomicIntegerFieldUpdater<Extensions> RESERVED = AtomicIntegerFieldUpdater
		.newUpdater(Extensions.class, "reserved");

	private static final AtomicIntegerFieldUpdater<Extensions> CONFIRMED = AtomicIntegerFieldUpdater
		.newUpdater(Extensions.class, "confirmed");

	private static final Logger logger = LoggerFactory.getLogger(Extensions.class);

	private final Holding holding;

	/**
	 * Extensions that are confirmed or under way, so that none goes over the cap.
	 */
	private volatile int reserved;

	private volatile int confirmed;

	Extensions(Holding holding) {
		this.holding = holding;
	}

	int count() {
		return this.confirmed;
	}

	boolean isCapped() {
		return this.confirmed >= cap();
	}

	boolean hasLeft() {
		return this.reserved < cap();
	}

	/**
	 * Returns whether an extension is not confirmed yet.
	 */
	boolean isUnderWay() {
		return this.reserved > this.confirmed;
	}

	private int cap() {
		return this.holding.terms().maxExtensions();
	}

	/**
	 * Extends the lease on a quorum of nodes (S7), as the application wants it, which may
	 * be for a shorter time than before.
	 */
	CompletableFuture<ExtendOutcome> extend(long ttlNanos) {
		return extend(ttlNanos, Validity::orLater);
	}

	/**
	 * Extends the lease on a quorum of nodes (S7) without shortening what the application
	 * may have extended meanwhile.
	 */
	CompletableFuture<ExtendOutcome> renew(long ttlNanos) {
		return extend(ttlNanos, Validity::renewed);
	}

	private CompletableFuture<ExtendOutcome> extend(long ttlNanos, BinaryOperator<Validity> merge) {
		this.holding.checkExpiry();
		if (!this.holding.isHeld()) {
			return CompletableFuture.completedFuture(tell(ExtendOutcome.UNAVAILABLE));
		}
		if (!reserve()) {
			return CompletableFuture.completedFuture(tell(ExtendOutcome.LIMIT));
		}
		try {
			this.holding.footprint().lastFor(ttlNanos);
			return new Extension(this.holding.engine(), this.holding, ttlNanos, merge).start()
				.thenApply(this::extended);
		}
		catch (RuntimeException | Error ex) {
			RESERVED.decrementAndGet(this);
			throw ex;
		}
	}

	private boolean reserve() {
		int cap = cap();
		return RESERVED.getAndUpdate(this, (count) -> Math.min(count + 1, cap)) < cap;
	}

	private ExtendOutcome extended(ExtendOutcome outcome) {
		if (outcome == ExtendOutcome.EXTENDED) {
			CONFIRMED.incrementAndGet(this);
			watchOn();
		}
		else {
			RESERVED.decrementAndGet(this);
			if (outcome == ExtendOutcome.REFUSED) {
				this.holding.lose(LossReason.TAKEN);
			}
		}
		return tell(outcome);
	}

	private void watchOn() {
		try {
			this.holding.upkeep().start();
		}
		catch (RuntimeException | Error ex) {
			// Such as a lack of memory. The lease was extended all the same.
			Log.error(logger, "An extended lease can't be watched over for now", ex);
			this.holding.upkeep().retryLater();
		}
	}

	private ExtendOutcome tell(ExtendOutcome outcome) {
		this.holding.engine().listeners().onExtend(new ExtendEvent(this.holding.terms().request(), outcome));
		return outcome;
	}

}
