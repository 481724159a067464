package dev.redlock.quorum;

import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.redlock.LossReason;

/**
 * The state of a lease: held, then released, lost or handed over. The lease that the
 * application has refers to it, but not the other way round, so that a forgotten lease
 * can be noticed.
 */
final class Holding {

	private static final AtomicReferenceFieldUpdater<Holding, LeaseState> STATE = AtomicReferenceFieldUpdater
		.newUpdater(Holding.class, LeaseState.class, "state");

	private static final AtomicReferenceFieldUpdater<Holding, @Nullable ReleaseRound> RELEASE = AtomicReferenceFieldUpdater
		.newUpdater(Holding.class, ReleaseRound.class, "release");

	private static final AtomicReferenceFieldUpdater<Holding, Validity> VALIDITY = AtomicReferenceFieldUpdater
		.newUpdater(Holding.class, Validity.class, "validity");

	private static final AtomicReferenceFieldUpdater<Holding, @Nullable LossGuard> GUARD = AtomicReferenceFieldUpdater
		.newUpdater(Holding.class, LossGuard.class, "guard");

	private final Engine engine;

	private final Terms terms;

	private final Footprint footprint;

	private final long fence;

	private final Tenure tenure;

	private final Turn turn;

	private volatile LeaseState state = LeaseState.HELD;

	private volatile @Nullable ReleaseRound release;

	private final CompletableFuture<LossReason> lost = new CompletableFuture<>();

	private final Extensions extensions = new Extensions(this);

	private final Upkeep upkeep = new Upkeep(this);

	private volatile Validity validity;

	private volatile WeakReference<@Nullable QuorumLease> lease = new WeakReference<>(null);

	private volatile @Nullable LossGuard guard;

	Holding(Engine engine, Terms terms, Grant grant, Turn turn) {
		this.engine = engine;
		this.terms = terms;
		this.footprint = new Footprint(engine, terms.keys(), grant.token(), grant.mayHold(), terms.ttlNanos());
		this.fence = grant.fence();
		this.turn = turn;
		this.validity = grant.validity();
		this.tenure = new Tenure(engine, terms);
	}

	/**
	 * Starts to watch over a lease.
	 */
	void start(QuorumLease lease) {
		this.lease = new WeakReference<>(lease);
		this.turn.heldBy(this);
		this.upkeep.start();
		this.engine.open().add(this);
	}

	/**
	 * Ends before anybody has the lease.
	 */
	void abandon() {
		if (become(LeaseState.RELEASED)) {
			ended();
			this.tenure.ended(this.tenure.held());
		}
	}

	Engine engine() {
		return this.engine;
	}

	Terms terms() {
		return this.terms;
	}

	Footprint footprint() {
		return this.footprint;
	}

	OptionalLong fencingToken() {
		return (this.fence != 0) ? OptionalLong.of(this.fence) : OptionalLong.empty();
	}

	Extensions extensions() {
		return this.extensions;
	}

	Upkeep upkeep() {
		return this.upkeep;
	}

	Tenure tenure() {
		return this.tenure;
	}

	Turn turn() {
		return this.turn;
	}

	CompletableFuture<LossReason> lost() {
		return this.lost;
	}

	boolean isHeld() {
		return this.state == LeaseState.HELD;
	}

	/**
	 * Returns whether the lease may be relied on. Whoever sees that it has expired loses
	 * it, so that nobody sees it valid again.
	 */
	boolean isValid() {
		return validNanos() > 0;
	}

	/**
	 * Returns for how long the lease may be relied on; zero if it may not.
	 */
	long validNanos() {
		if (!isHeld()) {
			return 0;
		}
		long remaining = remainingNanos();
		if (remaining <= 0) {
			// By this very reading: it may be prolonged meanwhile.
			expire();
			return 0;
		}
		return remaining;
	}

	long remainingNanos() {
		long now = this.engine.clock().nanos();
		// After the time, so that whatever was confirmed until then counts.
		return this.validity.remaining(now);
	}

	/**
	 * Returns whether the application has neither released the lease nor can do so any
	 * more.
	 */
	boolean isForgotten() {
		return this.lease.get() == null;
	}

	/**
	 * Takes a validity that a quorum has confirmed.
	 * @param confirmed the new validity
	 * @param merge what becomes of the present one with it
	 * @return {@code false} if it came too late: an expired lease is not resurrected, nor
	 * one that was lost just then
	 */
	boolean prolong(Validity confirmed, BinaryOperator<Validity> merge) {
		boolean inTime = isInTime(confirmed);
		if (inTime) {
			VALIDITY.updateAndGet(this, (present) -> isInTime(present) ? merge.apply(present, confirmed) : present);
		}
		checkExpiry();
		return inTime && isHeld();
	}

	private boolean isInTime(Validity validity) {
		return validity.remaining(this.engine.clock().nanos()) > 0;
	}

	/**
	 * Loses the lease if its validity has run out (S8).
	 */
	void checkExpiry() {
		if (isHeld() && remainingNanos() <= 0) {
			expire();
		}
	}

	private void expire() {
		boolean capped = this.terms.autoExtend() && this.extensions.isCapped();
		lose(capped ? LossReason.EXTENSION_LIMIT : LossReason.EXPIRED);
	}

	void lose(LossReason reason) {
		Loss.of(this, reason);
	}

	/**
	 * Ends the lease in one of the ways in which it can end.
	 * @param end what becomes of it
	 * @return {@code false} if it had ended before
	 */
	boolean become(LeaseState end) {
		return STATE.compareAndSet(this, LeaseState.HELD, end);
	}

	/**
	 * The lease needs nobody who looks after it any more.
	 */
	void ended() {
		this.upkeep.stop();
		this.engine.open().remove(this);
	}

	/**
	 * Returns why the lease was lost, or {@code null} if it was not.
	 */
	@Nullable LossReason loss() {
		checkExpiry();
		return this.state.loss();
	}

	/**
	 * Returns who is told at once if the lease is lost.
	 */
	@Nullable LossGuard guard() {
		return this.guard;
	}

	/**
	 * Changes who is told at once if the lease is lost; it may be lost already.
	 */
	void guardedBy(UnaryOperator<@Nullable LossGuard> change) {
		LossGuard guard = GUARD.updateAndGet(this, change);
		if (guard != null && this.state.loss() != null) {
			guard.lost();
		}
	}

	/**
	 * Releases the lease on every node, once (S11).
	 * @param end what becomes of it
	 */
	ReleaseRound release(LeaseState end) {
		ReleaseRound mine = new ReleaseRound(this.engine);
		try {
			// First, since whoever is told of a loss may release the lease as well.
			checkExpiry();
		}
		finally {
			boolean first = RELEASE.compareAndSet(this, null, mine);
			Objects.requireNonNull(this.release).start(this, end, first);
		}
		return Objects.requireNonNull(this.release);
	}

	boolean isReleased() {
		return this.state == LeaseState.RELEASED || this.state == LeaseState.GIVEN_BACK;
	}

	boolean isHandedOver() {
		return this.state == LeaseState.HANDED_OVER;
	}

	/**
	 * Returns for how long the keys keep others out although the lease is released.
	 */
	long keepNanos() {
		return (this.state == LeaseState.RELEASED) ? this.tenure.owedNanos() : 0;
	}

	@Override
	public String toString() {
		return "Lease" + this.terms.request().resources() + " " + this.state;
	}

}
