package dev.redlock.quorum;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
final class Attempt implements RoundListener {

	private static final Logger logger = LoggerFactory.getLogger(Attempt.class);

	private static final AtomicReferenceFieldUpdater<Attempt, @Nullable Runnable> ONCE_SENT = AtomicReferenceFieldUpdater
		.newUpdater(Attempt.class, Runnable.class, "onceSent");

	private static final Runnable SENT = () -> {
	};

	private final Engine engine;

	private final Terms terms;

	private final AttemptOutcome outcome;

	private final String token;

	private final Round round;

	private final boolean tellRemaining;

	/**
	 * The round that decided, or that everything now depends on.
	 */
	private volatile Round decisive;

	private final AtomicBoolean undone = new AtomicBoolean();

	/**
	 * What whoever sends the attempt has to do after that; {@link #SENT} from then on.
	 */
	private volatile @Nullable Runnable onceSent;

	/**
	 * Creates an attempt.
	 * @param engine the engine
	 * @param terms what to acquire
	 * @param outcome told how it ends
	 * @param tellRemaining whether to ask for how long another owner still has the lock
	 */
	Attempt(Engine engine, Terms terms, AttemptOutcome outcome, boolean tellRemaining) {
		this.engine = engine;
		this.terms = terms;
		this.outcome = outcome;
		this.tellRemaining = tellRemaining;
		this.token = engine.tokens().next();
		this.round = new Round(engine.nodes(), engine.clock(), this);
		this.decisive = this.round;
	}

	/**
	 * Asks the nodes.
	 */
	void start() {
		try {
			send();
		}
		finally {
			sent();
		}
	}

	/**
	 * Asks nobody: the caller has given up meanwhile.
	 */
	void drop() {
		this.undone.set(true);
		sent();
	}

	private void send() {
		long ttlMillis = this.terms.ttlNanos() / 1_000_000;
		NodeCommand command = this.terms.request().fencing()
				? new AcquireFenced(this.terms.keys(), this.token, ttlMillis,
						this.engine.settings().fencingRetention().toMillis())
				: new Acquire(this.terms.keys(), this.token, ttlMillis, this.tellRemaining);
		this.round.send((index) -> command);
	}

	private void sent() {
		Runnable left = (this.onceSent != SENT) ? ONCE_SENT.getAndSet(this, SENT) : null;
		if (left != null) {
			left.run();
		}
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		// A verdict comes after the last node was asked, but maybe on another thread.
		sent();
		orFail(() -> decide(round, reached));
	}

	private void orFail(Runnable verdict) {
		try {
			verdict.run();
		}
		catch (RuntimeException | Error ex) {
			// Such as a lack of memory: the caller must not wait for ever.
			if (!this.outcome.failed(ex)) {
				throw ex;
			}
		}
	}

	private void decide(Round round, boolean reached) {
		boolean inTime = validity().remaining(this.engine.clock().nanos()) > 0;
		this.engine.decided(Operation.ACQUIRE, round, reached, inTime);
		if (!reached || !inTime) {
			this.outcome.refused(this, reached || round.answers().isUnavailable());
		}
		else if (this.terms.request().fencing()) {
			this.decisive = new FenceRound(this.engine, this.terms.keys(), this.token,
					(last, fence) -> orFail(() -> fenced(last, fence)))
				.settle(round);
		}
		else {
			granted(0);
		}
	}

	private Validity validity() {
		return Validity.of(this.round.startedAt(), this.terms.ttlNanos(), this.engine.settings());
	}

	private void fenced(Round round, long fence) {
		this.decisive = round;
		boolean inTime = validity().remaining(this.engine.clock().nanos()) > 0;
		if (fence > 0 && inTime) {
			granted(fence);
		}
		else {
			// Others may have counted on, but the keys were to be had.
			this.outcome.refused(this, true);
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
	 * Withdraws the attempt when all nodes have been asked: now, or on the thread that
	 * asks them, since a release would overtake what it has not sent yet.
	 * @param withdrawn run after that
	 */
	void withdraw(Runnable withdrawn) {
		Runnable task = () -> {
			try {
				withdraw();
			}
			catch (RuntimeException | Error ex) {
				Log.error(logger, "An attempt could not be withdrawn", ex);
			}
			withdrawn.run();
		};
		if (!ONCE_SENT.compareAndSet(this, null, task)) {
			task.run();
		}
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
			long owedMillis = Engine.owedMillis(this.terms.ttlNanos());
			Release release = new Release(this.terms.keys(), this.token, owedMillis, announced);
			long mayHold = mayHold();
			try {
				this.round.abandon();
			}
			finally {
				this.engine.sendRelease(release, mayHold);
			}
		}
	}

	Round round() {
		return this.round;
	}

	/**
	 * Returns whether all nodes have been asked, and nothing is undone yet.
	 */
	boolean isUnderWay() {
		return this.onceSent == SENT && !this.undone.get();
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

	/**
	 * Returns why there is no lock yet.
	 * @param unavailable whether too few nodes were usable
	 */
	Refusal refusal(boolean unavailable) {
		Round decisive = this.decisive;
		return new Refusal((decisive != this.round) ? FenceRound.votes(decisive) : decisive.votes(), unavailable,
				decisive.answers().remainingNanos());
	}

}
