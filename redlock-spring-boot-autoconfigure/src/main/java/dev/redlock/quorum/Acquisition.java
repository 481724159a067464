package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.NodeVote;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.RedlockClosedException;
import dev.redlock.RedlockListener.AcquireEvent;
import dev.redlock.RedlockListener.AcquireOutcome;
import dev.redlock.quorum.Holding.Grant;

/**
 * Attempts until one is granted, the wait time is over, or the caller gives up (S6). Ends
 * exactly once; whatever an attempt still brings after that is undone.
 */
final class Acquisition implements Attempt.Outcome {

	private final Engine engine;

	private final Terms terms;

	private final CompletableFuture<QuorumLease> result = new CompletableFuture<>();

	private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);

	private final long startedAt;

	private int failures;

	private volatile @Nullable Attempt attempt;

	private volatile @Nullable Refusal refusal;

	private volatile Timer.@Nullable Timeout retry;

	private volatile Timer.@Nullable Timeout deadline;

	Acquisition(Engine engine, Terms terms) {
		this.engine = engine;
		this.terms = terms;
		this.startedAt = engine.clock().nanos();
	}

	/**
	 * Starts the first attempt.
	 * @return completes with the lease or a {@link LockNotAcquiredException}, possibly on
	 * a thread that serves a node
	 */
	CompletableFuture<QuorumLease> start() {
		this.engine.open().add(this);
		if (isRunning()) {
			attempt();
		}
		return this.result;
	}

	/**
	 * Ends the acquisition by itself when the wait time is over.
	 */
	void expireOnTime() {
		if (this.terms.waitNanos() > 0 && isRunning()) {
			this.deadline = this.engine.timer().after(this.terms.waitNanos() - waited(), this::expire);
			if (!isRunning()) {
				forget(this.deadline);
			}
		}
	}

	private void attempt() {
		Attempt attempt = new Attempt(this.engine, this.terms, this);
		attempt.start();
		if (!attempt.isUndone()) {
			this.attempt = attempt;
		}
		if (this.state.get() == State.ENDED) {
			attempt.undo();
		}
	}

	private boolean isRunning() {
		return this.state.get() == State.RUNNING;
	}

	@Override
	public void granted(Attempt attempt, Grant grant) {
		if (!this.state.compareAndSet(State.RUNNING, State.GRANTED)) {
			attempt.undo();
			return;
		}
		this.engine.open().remove(this);
		forget(this.deadline);
		try {
			QuorumLease lease = Holding.start(this.engine, this.terms, grant);
			tell(AcquireOutcome.ACQUIRED);
			this.result.complete(lease);
		}
		catch (RuntimeException | Error ex) {
			// Such as a timer that was shut down: somebody waits for the result.
			attempt.undo();
			this.result.completeExceptionally(ex);
		}
	}

	@Override
	public void refused(Attempt attempt, boolean unavailable) {
		Refusal refusal = new Refusal(attempt.votes(), unavailable);
		this.refusal = refusal;
		attempt.undo();
		this.failures++;
		long remaining = this.terms.waitNanos() - waited();
		long shortest = this.engine.settings().retryDelay().min().toNanos();
		if (remaining <= shortest) {
			fail(refusal);
			return;
		}
		long delay = this.engine.settings().retryDelay().nanos(this.failures, this.engine.random());
		this.retry = this.engine.timer().after(Math.min(delay, remaining - shortest / 2), this::retry);
		if (!isRunning()) {
			forget(this.retry);
		}
	}

	private void retry() {
		if (isRunning()) {
			attempt();
		}
	}

	/**
	 * Ends the acquisition because the wait time is over.
	 */
	void expire() {
		Attempt last = this.attempt;
		Refusal decided = this.refusal;
		if (decided == null) {
			// Not even one attempt was decided in time: the nodes are too slow.
			decided = new Refusal((last != null) ? last.votes() : List.of(), true);
		}
		fail(decided);
	}

	private void fail(Refusal refusal) {
		if (end()) {
			Duration waited = Duration.ofNanos(waited());
			Set<String> resources = this.terms.request().resources();
			tell(refusal.unavailable ? AcquireOutcome.UNAVAILABLE : AcquireOutcome.HELD);
			this.result.completeExceptionally(
					refusal.unavailable ? new QuorumUnavailableException(resources, waited, refusal.votes)
							: new LockHeldException(resources, waited, refusal.votes));
		}
	}

	/**
	 * Gives up.
	 * @return {@code true} if the acquisition had not ended yet; otherwise it may have
	 * brought a lease
	 */
	boolean cancel() {
		boolean ended = end();
		if (ended) {
			tell(AcquireOutcome.INTERRUPTED);
			this.result.completeExceptionally(new CancellationException("The acquire was cancelled"));
		}
		return ended;
	}

	/**
	 * Ends the acquisition because the application shuts down.
	 */
	void close() {
		if (end()) {
			tell(AcquireOutcome.INTERRUPTED);
			this.result.completeExceptionally(new RedlockClosedException(this.terms.request().resources()));
		}
	}

	private boolean end() {
		if (!this.state.compareAndSet(State.RUNNING, State.ENDED)) {
			return false;
		}
		this.engine.open().remove(this);
		forget(this.retry);
		forget(this.deadline);
		Attempt last = this.attempt;
		if (last != null) {
			last.undo();
		}
		return true;
	}

	private static void forget(Timer.@Nullable Timeout timeout) {
		if (timeout != null) {
			timeout.cancel();
		}
	}

	private void tell(AcquireOutcome outcome) {
		this.engine.listeners().onAcquire(new AcquireEvent(this.terms.request(), outcome, Duration.ofNanos(waited())));
	}

	private long waited() {
		return this.engine.clock().nanos() - this.startedAt;
	}

	/**
	 * Why an attempt failed.
	 *
	 * @param votes one vote per node
	 * @param unavailable whether too few nodes were usable
	 */
	private record Refusal(List<NodeVote> votes, boolean unavailable) {
	}

	private enum State {

		RUNNING, GRANTED, ENDED

	}

}
