package dev.redlock.quorum;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.redlock.LossReason;
import dev.redlock.RedlockListener.HoldEvent;
import dev.redlock.RedlockListener.LeaseEnd;
import dev.redlock.RedlockListener.LossEvent;
import dev.redlock.RedlockListener.ReleaseEvent;
import dev.redlock.ReleaseOutcome;

/**
 * How long a lease has been held, and what listeners hear of that.
 */
final class Tenure {

	private final Engine engine;

	private final Terms terms;

	private final long acquiredAt;

	private final @Nullable LeaseEnd end;

	/**
	 * Begins now.
	 */
	Tenure(Engine engine, Terms terms) {
		this.engine = engine;
		this.terms = terms;
		this.acquiredAt = engine.clock().nanos();
		this.end = engine.listeners().onHold(new HoldEvent(terms.request(), Duration.ofNanos(terms.ttlNanos())));
	}

	Duration held() {
		return Duration.ofNanos(heldNanos());
	}

	private long heldNanos() {
		return this.engine.clock().nanos() - this.acquiredAt;
	}

	/**
	 * Returns for how long others are to be kept out even if the lease is released now.
	 */
	long owedNanos() {
		return Math.max(0, this.terms.holdNanos() - heldNanos());
	}

	/**
	 * The lease is not held any more.
	 * @param held for how long it was
	 */
	void ended(Duration held) {
		this.engine.listeners().end(this.end, held);
	}

	void lost(LossReason reason) {
		Duration held = held();
		ended(held);
		this.engine.listeners().onLoss(new LossEvent(this.terms.request(), reason, held));
	}

	/**
	 * The nodes have answered the release.
	 * @param outcome what they said
	 * @param held for how long the lease was held when they were asked
	 */
	void released(ReleaseOutcome outcome, Duration held) {
		this.engine.listeners().onRelease(new ReleaseEvent(this.terms.request(), outcome, held));
	}

}
