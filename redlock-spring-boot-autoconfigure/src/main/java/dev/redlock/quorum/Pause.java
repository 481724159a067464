package dev.redlock.quorum;

import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

/**
 * The time between two attempts of an acquisition (S6). Ends when its time is over, or
 * earlier when the lock is said to be free.
 */
final class Pause {

	/**
	 * A key is gone in the millisecond after the last one that the server told.
	 */
	private static final long EXPIRY_NANOS = 1_000_000;

	private final Timer timer;

	private final RetryDelay delay;

	private final RandomGenerator random;

	private final Runnable attempt;

	private final AtomicReference<State> state = new AtomicReference<>(State.ATTEMPTING);

	private volatile int failures;

	private volatile Timer.@Nullable Timeout timeout;

	/**
	 * Creates the pause.
	 * @param timer the timer
	 * @param delay how long it is
	 * @param random the source of chance
	 * @param attempt run after each pause
	 */
	Pause(Timer timer, RetryDelay delay, RandomGenerator random, Runnable attempt) {
		this.timer = timer;
		this.delay = delay;
		this.random = random;
		this.attempt = attempt;
	}

	/**
	 * Returns whether another attempt is worth while after a pause.
	 * @param remainingNanos how much of the wait time is left
	 */
	boolean fitsInto(long remainingNanos) {
		return remainingNanos > shortest();
	}

	private long shortest() {
		return this.delay.min().toNanos();
	}

	/**
	 * Pauses, unless the lock became free since the attempt began: what was refused then
	 * may be granted now.
	 * @param refusal what came of the attempt
	 * @param remainingNanos how much of the wait time is left
	 * @param times how many times as long as usual; more than once, and others come first
	 * when the lock expires
	 */
	void begin(Refusal refusal, long remainingNanos, int times) {
		this.failures++;
		long delay = this.delay.nanos(this.failures, this.random);
		long nanos = Math.min((times == 1) ? untilExpiry(refusal, delay) : times * delay,
				remainingNanos - shortest() / 2);
		if (this.state.compareAndSet(State.ATTEMPTING, State.PAUSED)) {
			Timer.Timeout own = this.timer.after(nanos, this::end);
			this.timeout = own;
			if (this.state.get() != State.PAUSED) {
				// No other: there may be another pause by now.
				own.cancel();
			}
		}
		else if (this.state.compareAndSet(State.FREED, State.ATTEMPTING)) {
			this.failures = 0;
			this.attempt.run();
		}
	}

	private static long untilExpiry(Refusal refusal, long delay) {
		boolean sooner = refusal.isEndKnown() && refusal.remainingNanos() < delay;
		return sooner ? Math.min(delay, refusal.remainingNanos() + EXPIRY_NANOS) : delay;
	}

	private void end() {
		if (this.state.compareAndSet(State.PAUSED, State.ATTEMPTING)) {
			this.attempt.run();
		}
	}

	/**
	 * Ends the pause since the lock is said to be free; the next one is a first one.
	 */
	void wake() {
		this.failures = 0;
		State before = this.state.getAndUpdate(Pause::woken);
		if (before == State.PAUSED) {
			forgetTimeout();
			this.attempt.run();
		}
	}

	private static State woken(State state) {
		return switch (state) {
			case ATTEMPTING, FREED -> State.FREED;
			case PAUSED -> State.ATTEMPTING;
			case STOPPED -> State.STOPPED;
		};
	}

	/**
	 * Ends the pauses for good.
	 */
	void stop() {
		this.state.set(State.STOPPED);
		forgetTimeout();
	}

	private void forgetTimeout() {
		Timer.Timeout timeout = this.timeout;
		if (timeout != null) {
			timeout.cancel();
		}
	}

	private enum State {

		ATTEMPTING, FREED, PAUSED, STOPPED

	}

}
