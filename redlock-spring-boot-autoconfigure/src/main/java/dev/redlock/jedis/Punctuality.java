package dev.redlock.jedis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Whether a server answers in time (S5). One that was late once counts as late until it
 * has answered in time again: an answer that comes late is no vote, so that to wait for
 * it would be in vain. Thread-safe.
 */
final class Punctuality {

	private final long timeoutNanos;

	private volatile boolean late;

	private volatile boolean probed;

	private volatile boolean measuring;

	private volatile long roundTripNanos = -1;

	/**
	 * Creates the punctuality of a server that was not late yet.
	 * @param timeoutNanos a reply later than this is no vote
	 */
	Punctuality(long timeoutNanos) {
		this.timeoutNanos = timeoutNanos;
	}

	long timeoutNanos() {
		return this.timeoutNanos;
	}

	boolean isLate() {
		return this.late;
	}

	/**
	 * Tells that a command was not answered in time.
	 * @return whether the server was punctual until now
	 */
	boolean onOverdue() {
		if (this.late) {
			return false;
		}
		this.probed = false;
		this.late = true;
		return true;
	}

	/**
	 * Returns whether the time of the next answer has to be told. Of each it would cost
	 * each lock a look at the clock.
	 */
	boolean wantsAnswers() {
		return this.late || this.measuring;
	}

	/**
	 * Tells how long an answer took.
	 * @return whether the server was late until now
	 */
	boolean onAnswer(long nanos) {
		if (this.measuring) {
			this.measuring = false;
			this.roundTripNanos = nanos;
		}
		if (!this.late || nanos >= this.timeoutNanos) {
			return false;
		}
		this.late = false;
		return true;
	}

	/**
	 * Returns whether it is worth while to see at once if the server answers in time
	 * again: once each time it was late. If it does not, the heartbeat tries again.
	 */
	boolean wantsProbe() {
		if (this.probed) {
			return false;
		}
		this.probed = true;
		return true;
	}

	/**
	 * Measures the round trip of the command that is answered next.
	 */
	void measure() {
		this.measuring = true;
	}

	/**
	 * Returns how long the answer took that was measured last, or {@code null} if none
	 * was.
	 */
	@Nullable Duration roundTrip() {
		return (this.roundTripNanos >= 0) ? Duration.ofNanos(this.roundTripNanos) : null;
	}

}
