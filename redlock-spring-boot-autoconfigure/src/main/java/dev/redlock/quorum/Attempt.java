package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.redlock.NodeVote;
import dev.redlock.RedlockListener.Operation;
import dev.redlock.node.NodeCommand.Acquire;
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

	private final AtomicBoolean undone = new AtomicBoolean();

	Attempt(Engine engine, Terms terms, Outcome outcome) {
		this.engine = engine;
		this.terms = terms;
		this.outcome = outcome;
		this.token = engine.tokens().next();
		this.round = new Round(engine.nodes(), engine.clock(), this);
	}

	void start() {
		Acquire command = new Acquire(this.terms.keys(), this.token, this.terms.ttlNanos() / 1_000_000);
		this.round.send((index) -> command);
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		long now = this.engine.clock().nanos();
		long validUntil = round.startedAt() + this.terms.ttlNanos()
				- this.engine.settings().drift().nanos(this.terms.ttlNanos());
		boolean inTime = validUntil - now > 0;
		this.engine.decided(Operation.ACQUIRE, round, reached, inTime);
		if (reached && inTime) {
			this.outcome.granted(this, validUntil);
		}
		else {
			this.outcome.refused(this, reached || round.isUnavailable());
		}
	}

	/**
	 * Releases on every node, also on those that did not answer, without waiting for
	 * them.
	 */
	void undo() {
		if (this.undone.compareAndSet(false, true)) {
			long mayHold = mayHold();
			this.round.abandon();
			this.engine.forgetKeys(this.terms.keys(), this.token, this.terms.ttlNanos(), mayHold);
		}
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

	String token() {
		return this.token;
	}

	List<NodeVote> votes() {
		return this.round.votes();
	}

	/**
	 * Told how the attempt ends; exactly one method, once.
	 */
	interface Outcome {

		void granted(Attempt attempt, long validUntil);

		void refused(Attempt attempt, boolean unavailable);

	}

}
