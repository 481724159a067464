package dev.redlock.quorum;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.Lease;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener.ExtendOutcome;
import dev.redlock.ReleaseOutcome;

/**
 * The lease as the application has it.
 */
final class QuorumLease implements Lease {

	private static final Logger logger = LoggerFactory.getLogger(QuorumLease.class);

	private final Holding holding;

	private QuorumLease(Holding holding) {
		this.holding = holding;
	}

	/**
	 * Returns a lease for what a quorum granted, and starts to watch over it.
	 * @param turn the turn that the lease has
	 */
	static QuorumLease start(Engine engine, Terms terms, Grant grant, Turn turn) {
		Holding holding = new Holding(engine, terms, grant, turn);
		try {
			QuorumLease lease = new QuorumLease(holding);
			holding.start(lease);
			return lease;
		}
		catch (RuntimeException | Error ex) {
			holding.abandon();
			throw ex;
		}
	}

	Holding holding() {
		return this.holding;
	}

	/**
	 * Returns whether the lease was lost since the application shuts down.
	 */
	boolean isClosed() {
		return !this.holding.isHeld() && this.holding.loss() == LossReason.CLOSED;
	}

	@Override
	public Set<String> resources() {
		return this.holding.terms().request().resources();
	}

	@Override
	public String token() {
		return this.holding.footprint().token();
	}

	@Override
	public Duration remainingValidity() {
		return Duration.ofNanos(this.holding.validNanos());
	}

	@Override
	public boolean isValid() {
		return this.holding.isValid();
	}

	@Override
	public OptionalLong fencingToken() {
		return this.holding.fencingToken();
	}

	@Override
	public int extensions() {
		return this.holding.extensions().count();
	}

	@Override
	public boolean extend(Duration ttl) {
		this.holding.engine().settings().requireUsable(ttl);
		return this.holding.extensions().extend(Terms.nanos(ttl)).join() == ExtendOutcome.EXTENDED;
	}

	@Override
	public String handOver() {
		return HandOver.of(this.holding);
	}

	@Override
	public ReleaseOutcome release() {
		ReleaseRound release = this.holding.release(LeaseState.RELEASED);
		if (this.holding.isHandedOver()) {
			return release.outcome().join();
		}
		try {
			this.holding.engine().patience().beforeSleep(release.outcome(), release.round());
		}
		catch (RuntimeException | Error ex) {
			// Such as a decorator of a node that throws, which must not hide what the
			// caller has done.
			Log.error(logger, "A release can't be waited for as it should be", ex);
		}
		return release.outcome().join();
	}

	@Override
	public CompletionStage<ReleaseOutcome> releaseAsync() {
		return releaseAsync(LeaseState.RELEASED);
	}

	/**
	 * Releases a lease that nobody got, so that nobody has done anything yet that others
	 * are to be kept from.
	 */
	void giveBack() {
		releaseAsync(LeaseState.GIVEN_BACK);
	}

	private CompletionStage<ReleaseOutcome> releaseAsync(LeaseState end) {
		CompletableFuture<ReleaseOutcome> released = new CompletableFuture<>();
		ReleaseRound release = this.holding.release(end);
		release.outcome().thenAccept((outcome) -> this.holding.engine().call(() -> released.complete(outcome)));
		release.round().leave();
		return released.minimalCompletionStage();
	}

	@Override
	public CompletionStage<LossReason> lost() {
		return this.holding.lost().minimalCompletionStage();
	}

	@Override
	public Optional<LossReason> loss() {
		return Optional.ofNullable(this.holding.loss());
	}

	@Override
	public LossPolicy whenLost() {
		return this.holding.terms().request().whenLost();
	}

	@Override
	public void close() {
		release();
	}

	@Override
	public String toString() {
		return this.holding.toString();
	}

}
