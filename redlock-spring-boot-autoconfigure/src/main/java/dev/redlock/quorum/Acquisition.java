package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.redlock.LockNotAcquiredException;

/**
 * Attempts until one is granted, the wait time is over, or the caller gives up (S6). Ends
 * exactly once; whatever an attempt still brings after that is undone.
 */
final class Acquisition implements AttemptOutcome {

	private final Engine engine;

	private final Terms terms;

	private final AcquireResult result;

	private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);

	private final WaitTime waitTime;

	private final Pause pause;

	private final Turn turn;

	private volatile long joinedAt;

	private volatile @Nullable Attempt attempt;

	private volatile @Nullable Refusal refusal;

	/** Who makes the lease of what was granted. */
	private volatile @Nullable Thread granting;

	Acquisition(Engine engine, Terms terms) {
		this.engine = engine;
		this.terms = terms;
		this.waitTime = new WaitTime(engine.clock(), terms.waitNanos());
		this.result = new AcquireResult(engine, terms, this.waitTime);
		this.joinedAt = this.waitTime.startedAt();
		this.pause = new Pause(engine.timer(), engine.settings().retryDelay(), engine.random(), this::ask);
		this.turn = new Turn(engine.queues(), terms.keys(), this);
	}

	/**
	 * Starts the first attempt, or queues up for it.
	 * @return completes with the lease or a {@link LockNotAcquiredException}, possibly on
	 * a thread that serves a node
	 */
	CompletableFuture<QuorumLease> start() {
		this.engine.open().add(this);
		if (isRunning() && this.turn.take(this.terms.mayWait())) {
			attempt();
		}
		this.joinedAt = this.engine.clock().nanos();
		if (this.state.get() == State.ENDED) {
			// It may have been ended before it took its turn.
			this.turn.end();
		}
		return this.result.future();
	}

	/**
	 * Asks the nodes once more, or for a turn that has come: not on the thread of the
	 * caller, which does not read then.
	 */
	void ask() {
		attempt();
		Round round = round();
		if (round != null) {
			round.leave();
		}
	}

	private void attempt() {
		try {
			Attempt attempt = new Attempt(this.engine, this.terms, this, this.refusal != null || !this.terms.mayWait());
			this.attempt = attempt;
			this.engine.open().endIfClosed(this);
			if (isRunning()) {
				attempt.start();
			}
			else {
				attempt.drop();
			}
		}
		catch (RuntimeException | Error ex) {
			// Such as a lack of memory: the others in line must not wait for this one.
			if (!failed(ex)) {
				throw ex;
			}
		}
	}

	/**
	 * Ends the acquisition by itself when the wait time is over.
	 */
	void expireOnTime() {
		if (this.terms.mayWait() && isRunning()) {
			this.waitTime.atEnd(this.engine.timer(), this::expire);
			if (!isRunning()) {
				this.waitTime.stop();
			}
		}
	}

	private boolean isRunning() {
		return this.state.get() == State.RUNNING;
	}

	@Override
	public void granted(Attempt attempt, Grant grant) {
		if (!this.state.compareAndSet(State.RUNNING, State.GRANTED)) {
			attempt.withdraw();
			return;
		}
		QuorumLease lease;
		this.granting = Thread.currentThread();
		try {
			stopWaiting();
			this.turn.granted();
			lease = QuorumLease.start(this.engine, this.terms, grant, this.turn);
		}
		catch (RuntimeException | Error ex) {
			// Such as a timer that was shut down: somebody waits for the result.
			attempt.withdraw(() -> leave(() -> this.result.failed(ex)));
			return;
		}
		finally {
			this.granting = null;
			// Not before the lease is known, or the end of the application would miss
			// both.
			this.engine.open().remove(this);
		}
		this.result.granted(lease);
	}

	@Override
	public boolean failed(Throwable ex) {
		return end(() -> this.result.failed(ex));
	}

	@Override
	public void refused(Attempt attempt, boolean unavailable) {
		Refusal refusal = attempt.refusal(unavailable);
		this.refusal = refusal;
		this.turn.refused(refusal);
		attempt.undo();
		long remaining = this.waitTime.remainingNanos();
		if (!this.pause.fitsInto(remaining)) {
			end(() -> this.result.refused(refusal));
			return;
		}
		if (!unavailable) {
			this.turn.watch();
		}
		this.pause.begin(refusal, remaining, this.turn.pauses());
	}

	/**
	 * Asks again soon: the lock is said to be free.
	 */
	void wake() {
		this.pause.wake();
	}

	/**
	 * Returns why there is no lock yet.
	 */
	Refusal refusal() {
		Refusal decided = this.refusal;
		return (decided != null) ? decided : this.turn.refusal(this.joinedAt);
	}

	/**
	 * Returns a refusal if the nodes have not decided even one attempt that was under way
	 * then, so that they are too slow. One that began later says nothing: its turn may
	 * have come a moment ago.
	 * @param nanos a time of the clock
	 */
	@Nullable Refusal undecidedSince(long nanos) {
		Attempt last = this.attempt;
		return (last != null && this.refusal == null && last.isUnderWay() && last.startedAt() - nanos <= 0)
				? last.refusal(true) : null;
	}

	/**
	 * Ends the acquisition because the wait time is over.
	 */
	void expire() {
		Refusal refusal = refusal();
		this.turn.refused(refusal);
		end(() -> this.result.refused(refusal));
	}

	/**
	 * Gives up, and releases a lease that was granted all the same.
	 * @return done if all releases were sent; otherwise another thread is about to send
	 * them, or to bring the lease
	 */
	CompletableFuture<?> giveUp() {
		end(this.result::cancelled);
		return this.result.future().handle((lease, ex) -> {
			if (lease != null) {
				lease.giveBack();
			}
			return null;
		});
	}

	/**
	 * Ends the acquisition because the application shuts down.
	 * @return completes when all releases were sent, or the lease that it brings is known
	 */
	CompletableFuture<?> close() {
		end(this.result::closed);
		// A listener that closes everything while it hears of the lease can't wait for
		// it.
		return (this.granting != Thread.currentThread()) ? this.result.future().exceptionally((ex) -> null)
				: CompletableFuture.completedFuture(null);
	}

	private boolean end(Runnable tell) {
		if (!this.state.compareAndSet(State.RUNNING, State.ENDED)) {
			return false;
		}
		try {
			stopWaiting();
		}
		finally {
			Attempt last = this.attempt;
			if (last != null) {
				last.withdraw(() -> leave(tell));
			}
			else {
				leave(tell);
			}
		}
		return true;
	}

	private void leave(Runnable tell) {
		try {
			this.turn.end();
		}
		finally {
			// Not before the releases were sent, which the end of the application awaits.
			this.engine.open().remove(this);
			tell.run();
		}
	}

	private void stopWaiting() {
		this.pause.stop();
		this.waitTime.stop();
	}

	/**
	 * Returns the round of the last attempt; {@code null} while others come first.
	 */
	@Nullable Round round() {
		Attempt last = this.attempt;
		return (last != null && last.isUnderWay()) ? last.round() : null;
	}

	WaitTime waitTime() {
		return this.waitTime;
	}

	private enum State {

		RUNNING, GRANTED, ENDED

	}

}
