package dev.redlock.quorum;

import org.jspecify.annotations.Nullable;

/**
 * The time that an acquire may take at most (S6), from its first moment on.
 */
final class WaitTime {

	private final MonotonicClock clock;

	private final long nanos;

	private final long startedAt;

	private volatile Timer.@Nullable Timeout end;

	/**
	 * Starts the time.
	 * @param clock the clock
	 * @param nanos the longest time
	 */
	WaitTime(MonotonicClock clock, long nanos) {
		this.clock = clock;
		this.nanos = nanos;
		this.startedAt = clock.nanos();
	}

	long startedAt() {
		return this.startedAt;
	}

	long waitedNanos() {
		return this.clock.nanos() - this.startedAt;
	}

	long remainingNanos() {
		return this.nanos - waitedNanos();
	}

	/**
	 * Runs an action when the time is over, unless it is {@link #stop() stopped}.
	 */
	void atEnd(Timer timer, Runnable action) {
		this.end = timer.after(remainingNanos(), action);
	}

	void stop() {
		Timer.Timeout end = this.end;
		if (end != null) {
			end.cancel();
		}
	}

}
