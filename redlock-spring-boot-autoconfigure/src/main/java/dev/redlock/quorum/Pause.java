package dev.redlock.quorum;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * The time between two attempts of an acquisition (S6). Ends when its time is over, or
 * earlier when the lock is said to be free.
 */
final class Pause {

	private final Timer timer;

	private final Runnable attempt;

	private final AtomicReference<State> state = new AtomicReference<>(State.ATTEMPTING);

	private volatile Timer.@Nullable Timeout timeout;

	/**
	 * Creates the pause.
	 * @param timer the timer
	 * @param attempt run after each pause
	 */
	Pause(Timer timer, Runnable attempt) {
		this.timer = timer;
		this.attempt = attempt;
	}

	/**
	 * Pauses, unless the lock became free since the attempt began: what was refused then
	 * may be granted now.
	 */
	void begin(long nanos) {
		if (this.state.compareAndSet(State.ATTEMPTING, State.PAUSED)) {
			this.timeout = this.timer.after(nanos, this::end);
			if (this.state.get() != State.PAUSED) {
				forgetTimeout();
			}
		}
		else if (this.state.compareAndSet(State.FREED, State.ATTEMPTING)) {
			this.attempt.run();
		}
	}

	private void end() {
		if (this.state.compareAndSet(State.PAUSED, State.ATTEMPTING)) {
			this.attempt.run();
		}
	}

	/**
	 * Ends the pause since the lock is said to be free.
	 */
	void wake() {
		if (this.state.compareAndSet(State.PAUSED, State.ATTEMPTING)) {
			forgetTimeout();
			this.attempt.run();
		}
		else {
			this.state.compareAndSet(State.ATTEMPTING, State.FREED);
		}
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
