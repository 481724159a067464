package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

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
	 * Extends the lease on a quorum of nodes (S7).
	 */
	CompletableFuture<ExtendOutcome> extend(long ttlNanos) {
		this.holding.checkExpiry();
		if (!this.holding.isHeld()) {
			return CompletableFuture.completedFuture(tell(ExtendOutcome.UNAVAILABLE));
		}
		if (!reserve()) {
			return CompletableFuture.completedFuture(tell(ExtendOutcome.LIMIT));
		}
		try {
			this.holding.footprint().lastFor(ttlNanos);
			return new Extension(this.holding.engine(), this.holding, ttlNanos).start().thenApply(this::extended);
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
			this.holding.upkeep().start();
		}
		else {
			RESERVED.decrementAndGet(this);
			if (outcome == ExtendOutcome.REFUSED) {
				this.holding.lose(LossReason.TAKEN);
			}
		}
		return tell(outcome);
	}

	private ExtendOutcome tell(ExtendOutcome outcome) {
		this.holding.engine().listeners().onExtend(new ExtendEvent(this.holding.terms().request(), outcome));
		return outcome;
	}

}
