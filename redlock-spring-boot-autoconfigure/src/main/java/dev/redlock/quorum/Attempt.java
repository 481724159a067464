package dev.redlock.quorum;

import java.util.concurrent.atomic.AtomicBoolean;

import dev.redlock.RedlockListener.Operation;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;

/**
 * One try to get a lock: a new token (S1), one round (S2), a verdict (S3), and whatever
 * it takes to leave nothing behind (S4).
 */
final class Attempt implements Round.Listener {

	private final Engine engine;

	private final Terms terms;

	private final Outcome outcome;

	private final String token;

	private final Round round;

	private final boolean tellRemaining;

	private final AtomicBoolean undone = new AtomicBoolean();

	/**
	 * Creates an attempt.
	 * @param engine the engine
	 * @param terms what to acquire
	 * @param outcome told how it ends
	 * @param tellRemaining whether to ask for how long another owner still has the lock
	 */
	Attempt(Engine engine, Terms terms, Outcome outcome, boolean tellRemaining) {
		this.engine = engine;
		this.terms = terms;
		this.outcome = outcome;
		this.tellRemaining = tellRemaining;
		this.token = engine.tokens().next();
		this.round = new Round(engine.nodes(), engine.clock(), this);
	}

	void start() {
		long ttlMillis = this.terms.ttlNanos() / 1_000_000;
		NodeCommand command = this.terms.request().fencing()
				? new AcquireFenced(this.terms.keys(), this.token, ttlMillis,
						this.engine.settings().fencingRetention().toMillis())
				: new Acquire(this.terms.keys(), this.token, ttlMillis, this.tellRemaining);
		this.round.send((index) -> command);
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		boolean inTime = validity().remaining(this.engine.clock().nanos()) > 0;
		this.engine.decided(Operation.ACQUIRE, round, reached, inTime);
		if (!reached || !inTime) {
			this.outcome.refused(this, reached || round.isUnavailable());
		}
		else if (this.terms.request().fencing()) {
			new FenceRound(this.engine, this.terms.keys(), this.token, this::fenced).settle(round);
		}
		else {
			granted(0);
		}
	}

	private Validity validity() {
		return Validity.of(this.round.startedAt(), this.terms.ttlNanos(), this.engine.settings());
	}

	private void fenced(Round round, long fence) {
		boolean inTime = validity().remaining(this.engine.clock().nanos()) > 0;
		if (fence > 0 && inTime) {
			granted(fence);
		}
		else {
			this.outcome.refused(this, fence > 0 || round.isUnavailable());
		}
	}

	private void granted(long fence) {
		this.outcome.granted(this, new Grant(this.token, validity(), mayHold(), fence));
	}

	/**
	 * Releases on every node, also on those that did not answer, without waiting for
	 * them.
	 */
	void undo() {
		undo(false);
	}

	/**
	 * Undoes the last attempt of a caller that gives up. Who waits elsewhere is told if a
	 * quorum may have granted it.
	 */
	void withdraw() {
		undo(Long.bitCount(mayHold()) >= this.round.quorum().size());
	}

	private void undo(boolean announced) {
		if (this.undone.compareAndSet(false, true)) {
			long mayHold = mayHold();
			this.round.abandon();
			this.engine.sendRelease(
					new Release(this.terms.keys(), this.token, Engine.owedMillis(this.terms.ttlNanos()), announced),
					mayHold);
		}
	}

	Round round() {
		return this.round;
	}

	boolean isUndone() {
		return this.undone.get();
	}

	/**
	 * Returns one bit for each node that may have set our keys.
	 */
	long mayHold() {
		long mask = 0;
		for (int i = 0; i < this.round.size(); i++) {
			NodeReply reply = this.round.reply(i);
			if (reply == null || reply.mayHaveGranted()) {
				mask |= 1L << i;
			}
		}
		return mask;
	}

	long startedAt() {
		return this.round.startedAt();
	}

	String token() {
		return this.token;
	}

	/**
	 * Returns why there is no lock yet.
	 * @param unavailable whether too few nodes were usable
	 */
	Refusal refusal(boolean unavailable) {
		return new Refusal(this.round.votes(), unavailable, this.round.remainingNanos());
	}

	/**
	 * Told how the attempt ends; exactly one method, once.
	 */
	interface Outcome {

		void granted(Attempt attempt, Grant grant);

		void refused(Attempt attempt, boolean unavailable);

	}

}
