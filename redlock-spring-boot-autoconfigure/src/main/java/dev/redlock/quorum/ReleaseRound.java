package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;

import dev.redlock.RedlockListener.Operation;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeReply.Kind;

/**
 * The release of a lease on every node, and what a quorum says to it (S11).
 */
final class ReleaseRound implements Round.Listener {

	private final Engine engine;

	private final Round round;

	private final CompletableFuture<ReleaseOutcome> outcome = new CompletableFuture<>();

	private volatile Turnover turnover = Turnover.OUT_OF_LINE;

	ReleaseRound(Engine engine) {
		this.engine = engine;
		this.round = new Round(engine.nodes(), engine.clock(), this);
	}

	/**
	 * Sends the release, and whatever follows it at once.
	 * @param footprint what to release
	 * @param turnover what the release means for those who wait
	 * @param keepNanos for how long the keys stay; zero to delete them
	 */
	void start(Footprint footprint, Turnover turnover, long keepNanos) {
		this.turnover = turnover;
		try {
			footprint.release(this.round, turnover.isAnnounced(), keepNanos);
		}
		finally {
			// Whatever happens: the next caller waits for that.
			turnover.sent();
		}
	}

	Round round() {
		return this.round;
	}

	CompletableFuture<ReleaseOutcome> outcome() {
		return this.outcome;
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		try {
			this.engine.decided(Operation.RELEASE, round, reached, true);
		}
		finally {
			// Whatever happens: others wait for that.
			this.turnover.decided(round);
		}
		if (reached) {
			this.outcome.complete(ReleaseOutcome.RELEASED);
		}
	}

	@Override
	public void onComplete(Round round) {
		if (!this.outcome.isDone()) {
			this.outcome.complete(withoutQuorum(round));
		}
	}

	private static ReleaseOutcome withoutQuorum(Round round) {
		int taken = round.count(Kind.FOREIGN);
		int notOurs = taken + round.count(Kind.ABSENT);
		int quorum = round.quorum().size();
		if (taken >= quorum) {
			return ReleaseOutcome.TAKEN;
		}
		boolean mayHaveBeenOurs = round.size() - notOurs >= quorum;
		return mayHaveBeenOurs ? ReleaseOutcome.UNCONFIRMED : ReleaseOutcome.EXPIRED;
	}

}
