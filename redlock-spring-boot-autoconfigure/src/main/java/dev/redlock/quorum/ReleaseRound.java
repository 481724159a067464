package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.RedlockListener.Operation;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeReply.Kind;

/**
 * The release of a lease on every node, and what a quorum says to it (S11).
 */
final class ReleaseRound implements RoundListener {

	private static final Logger logger = LoggerFactory.getLogger(ReleaseRound.class);

	private static final AtomicIntegerFieldUpdater<ReleaseRound> BROKEN = AtomicIntegerFieldUpdater
		.newUpdater(ReleaseRound.class, "broken");

	private final Engine engine;

	private final Round round;

	private final CompletableFuture<ReleaseOutcome> outcome = new CompletableFuture<>();

	private volatile Turnover turnover = Turnover.OUT_OF_LINE;

	/** One if it has failed in its midst, and nobody has brought it to its end. */
	private volatile int broken;

	/** Who is being told what a quorum said. */
	private volatile @Nullable Thread deciding;

	ReleaseRound(Engine engine) {
		this.engine = engine;
		this.round = new Round(engine.nodes(), engine.clock(), this);
	}

	/**
	 * Ends a lease, unless it has ended in another way, and takes away what it may have
	 * left, unless it was handed over. Once, but for a first time that a stack overflow
	 * has ended: the next one brings that to its end, or it would be waited for for ever.
	 * @param holding the lease
	 * @param end what becomes of it
	 * @param first whether this is the first time
	 */
	void start(Holding holding, LeaseState end, boolean first) {
		if (!first && !BROKEN.compareAndSet(this, 1, 0)) {
			return;
		}
		try {
			begin(holding, end, first);
		}
		catch (StackOverflowError ex) {
			// By no call, for which there may be no room.
			this.broken = 1;
			throw ex;
		}
	}

	private void begin(Holding holding, LeaseState end, boolean first) {
		boolean held = holding.become(end);
		if (holding.isHandedOver()) {
			this.outcome.complete(ReleaseOutcome.HANDED_OVER);
			return;
		}
		boolean wasHeld = held || (!first && holding.isReleased());
		if (held || first) {
			sendOrGiveUp(holding, held);
		}
		else {
			giveUp(holding, wasHeld);
		}
		if (wasHeld) {
			// The end of the application waits for the release until then.
			holding.ended();
		}
	}

	/**
	 * Sends the release, and whatever follows it at once. Whatever happens, there will be
	 * an outcome, and the next caller gets its turn.
	 */
	private void sendOrGiveUp(Holding holding, boolean held) {
		try {
			send(holding, held);
		}
		catch (RuntimeException | Error ex) {
			// Such as a lack of memory.
			Log.error(logger, "A release could not be sent, or not to all nodes", ex);
			giveUp(holding, held);
		}
	}

	private void send(Holding holding, boolean held) {
		holding.upkeep().stop();
		Duration time = holding.tenure().held();
		if (held) {
			this.turnover = holding.turn().release(holding.footprint().token());
		}
		this.outcome.thenAccept((outcome) -> holding.tenure().released(outcome, time));
		try {
			holding.footprint().release(this.round, this.turnover.isAnnounced(), holding.keepNanos());
		}
		finally {
			// Whatever happens: the next caller waits for that.
			this.turnover.sent();
		}
		if (held) {
			// Not before the nodes have been asked, since others may wait for that.
			holding.tenure().ended(time);
		}
	}

	private void giveUp(Holding holding, boolean held) {
		try {
			orLog(() -> holding.footprint().forget(holding.keepNanos()));
			if (held) {
				orLog(() -> holding.turn().endAfterRelease());
				orLog(() -> holding.tenure().ended(holding.tenure().held()));
			}
		}
		finally {
			this.outcome.complete(ReleaseOutcome.UNCONFIRMED);
		}
	}

	private static void orLog(Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException | Error ex) {
			Log.error(logger, "A step after the failed release failed, too", ex);
		}
	}

	Round round() {
		return this.round;
	}

	CompletableFuture<ReleaseOutcome> outcome() {
		return this.outcome;
	}

	/**
	 * Returns a future that completes with the outcome.
	 */
	CompletableFuture<?> ended() {
		// A listener that closes everything while it hears of the release can't wait for
		// it.
		return (this.deciding != Thread.currentThread()) ? this.outcome : CompletableFuture.completedFuture(null);
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		this.deciding = Thread.currentThread();
		try {
			tell(round, reached);
			if (reached) {
				this.outcome.complete(ReleaseOutcome.RELEASED);
			}
		}
		finally {
			this.deciding = null;
		}
	}

	private void tell(Round round, boolean reached) {
		try {
			this.engine.decided(Operation.RELEASE, round, reached, true);
		}
		finally {
			// Whatever happens: others wait for that.
			this.turnover.decided(round);
		}
	}

	@Override
	public void onComplete(Round round) {
		if (!this.outcome.isDone()) {
			this.outcome.complete(withoutQuorum(round));
		}
	}

	private static ReleaseOutcome withoutQuorum(Round round) {
		Answers answers = round.answers();
		int quorum = round.quorum().size();
		if (answers.count(Kind.FOREIGN) >= quorum) {
			return ReleaseOutcome.TAKEN;
		}
		boolean mayHaveBeenOurs = round.size() - answers.notOurs() >= quorum;
		return mayHaveBeenOurs ? ReleaseOutcome.UNCONFIRMED : ReleaseOutcome.EXPIRED;
	}

}
