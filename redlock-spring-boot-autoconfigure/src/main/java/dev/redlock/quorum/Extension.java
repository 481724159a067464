package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;

import dev.redlock.RedlockListener.ExtendOutcome;
import dev.redlock.RedlockListener.Operation;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;

/**
 * One try to extend a lease on every node, and to heal the nodes that lost its keys (S7).
 */
final class Extension implements RoundListener {

	private final Engine engine;

	private final Holding holding;

	private final long ttlNanos;

	private final BinaryOperator<Validity> merge;

	private volatile int number;

	private final CompletableFuture<ExtendOutcome> outcome = new CompletableFuture<>();

	/**
	 * Creates an extension.
	 * @param engine the engine
	 * @param holding what is extended
	 * @param ttlNanos the new time to live
	 * @param merge what becomes of the present validity with the new one
	 */
	Extension(Engine engine, Holding holding, long ttlNanos, BinaryOperator<Validity> merge) {
		this.engine = engine;
		this.holding = holding;
		this.ttlNanos = ttlNanos;
		this.merge = merge;
	}

	/**
	 * Asks all nodes.
	 * @return what came of it, after the holding has been told
	 */
	CompletableFuture<ExtendOutcome> start() {
		Extend command = new Extend(this.holding.footprint().keys(), this.holding.footprint().token(), ttlMillis());
		this.number = this.holding.footprint().nextExtension();
		new Round(this.engine.nodes(), this.engine.clock(), this).sendAndLeave((index) -> command);
		return this.outcome;
	}

	private long ttlMillis() {
		return this.ttlNanos / 1_000_000;
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		if (!reached) {
			this.engine.decided(Operation.EXTEND, round, false, true);
			forgetIfReleased();
			refuseIfNotOurs(round);
			return;
		}
		Validity validity = Validity.of(round.startedAt(), this.ttlNanos, this.engine.settings());
		boolean inTime = this.holding.prolong(validity, this.merge);
		this.engine.decided(Operation.EXTEND, round, true, inTime);
		if (!inTime) {
			forgetIfReleased();
		}
		this.outcome.complete(inTime ? ExtendOutcome.EXTENDED : ExtendOutcome.UNAVAILABLE);
	}

	/**
	 * What was sent after the release of a lease may have prolonged the keys that the
	 * release had left. While the lease is held it needs them, and so does whoever it was
	 * handed over to.
	 */
	private void forgetIfReleased() {
		if (!this.holding.isHeld() && !this.holding.isHandedOver()) {
			this.holding.footprint().forget(this.holding.keepNanos());
		}
	}

	/**
	 * Refuses as soon as a quorum says "not yours", whoever else may be slow to answer.
	 */
	private void refuseIfNotOurs(Round round) {
		if (round.answers().notOurs() >= round.quorum().size()) {
			this.outcome.complete(ExtendOutcome.REFUSED);
		}
	}

	@Override
	public void onLate(Round round) {
		if (!this.outcome.isDone()) {
			// That no quorum can confirm was known before that none has the keys.
			refuseIfNotOurs(round);
		}
	}

	@Override
	public void onComplete(Round round) {
		if (!this.outcome.isDone()) {
			refuseIfNotOurs(round);
			this.outcome.complete(ExtendOutcome.UNAVAILABLE);
		}
		else if (this.outcome.join() == ExtendOutcome.EXTENDED && round.answers().count(Kind.ABSENT) > 0
				&& this.holding.footprint().mayHeal(this.number)) {
			heal(round);
		}
	}

	private void heal(Round round) {
		for (int i = 0; i < round.size(); i++) {
			NodeReply reply = round.reply(i);
			if (reply != null && reply.kind() == Kind.ABSENT) {
				this.holding.footprint().heal(i, ttlMillis(), this.holding);
			}
		}
		this.holding.footprint().healed();
	}

}
