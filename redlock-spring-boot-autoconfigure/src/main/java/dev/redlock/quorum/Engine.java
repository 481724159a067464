package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.RedlockListener.Operation;
import dev.redlock.RedlockListener.RoundEvent;
import dev.redlock.RedlockListener.RoundOutcome;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.RedlockNode;

/**
 * What every attempt and lease works with.
 *
 * @param nodes the configured nodes
 * @param settings the settings
 * @param clock the clock
 * @param timer runs retries and expiries
 * @param tokens makes tokens
 * @param random spreads retries
 * @param callbacks runs code of the application, never a thread that serves a node
 * @param listeners the listeners
 * @param open the acquires under way and the leases held
 * @param queues the callers of this process that wait for each other
 * @param patience how callers wait for the nodes
 */
record Engine(List<RedlockNode> nodes, QuorumSettings settings, MonotonicClock clock, Timer timer, TokenSource tokens,
		RandomGenerator random, Executor callbacks, Listeners listeners, OpenLocks open, LocalQueues queues,
		Patience patience) {

	private static final Logger logger = LoggerFactory.getLogger(Engine.class);

	private static final long CALL_AGAIN_NANOS = 1_000_000_000;

	private static final RoundListener NOBODY = (round, reached) -> {
	};

	/**
	 * Sends a release to every node without waiting for any (S4).
	 * @param release the release
	 * @param mayHold one bit per node that may have the keys
	 */
	void sendRelease(Release release, long mayHold) {
		sendRelease(new Round(this.nodes, this.clock, NOBODY), release, mayHold);
	}

	/**
	 * Returns for how long a release is owed.
	 * @param ttlNanos for how long the keys may be there
	 */
	static long owedMillis(long ttlNanos) {
		return Duration.ofNanos(ttlNanos).toMillis() + 1;
	}

	/**
	 * Runs code of the application.
	 * @param task what depends on the application
	 */
	void call(Runnable task) {
		try {
			this.callbacks.execute(task);
		}
		catch (RejectedExecutionException ex) {
			// The application shuts down; who waits for the task must not wait for ever.
			task.run();
		}
		catch (OutOfMemoryError ex) {
			// That is how a system says that it has too many threads.
			Log.error(logger, "No thread or memory for a callback; retrying in 1s", ex);
			callAgain(task);
		}
		catch (RuntimeException | Error ex) {
			// Such as a task decorator: somebody waits for the task all the same.
			Log.error(logger, "The executor of callbacks failed; what it should have run goes on without it", ex);
			task.run();
		}
	}

	private void callAgain(Runnable task) {
		try {
			this.timer.after(CALL_AGAIN_NANOS, () -> call(task));
		}
		catch (RuntimeException | Error ex) {
			// Such as a timer that was shut down.
			task.run();
		}
	}

	/**
	 * Sends a release to every node (S4, S11).
	 * @param round the round of releases
	 * @param release the release
	 * @param mayHold one bit per node that may have the keys
	 */
	void sendRelease(Round round, Release release, long mayHold) {
		Release courtesy = release.asCourtesy();
		round.send((index) -> ((mayHold & (1L << index)) != 0) ? release : courtesy);
	}

	void decided(Operation operation, Round round, boolean reached, boolean inTime) {
		RoundOutcome outcome = (reached && inTime) ? RoundOutcome.REACHED
				: (reached || round.answers().isUnavailable()) ? RoundOutcome.UNAVAILABLE : RoundOutcome.REFUSED;
		this.listeners
			.onRound(new RoundEvent(operation, outcome, Duration.ofNanos(this.clock.nanos() - round.startedAt())));
	}

}
