package dev.redlock.quorum;

import java.time.Duration;

/**
 * The clocks of one server: the one by which keys expire, which may run at another rate
 * than real time and be set, and the wall clock by which fence counters are seeded.
 */
final class ServerClock {

	private static final long EPOCH_MICROS = 1_790_000_000_000_000L;

	private final VirtualTime time;

	private volatile double rate = 1;

	private volatile Duration jumped = Duration.ZERO;

	private volatile Duration wallOffset = Duration.ZERO;

	ServerClock(VirtualTime time) {
		this.time = time;
	}

	/**
	 * Returns how much time has passed for the keys of the server.
	 */
	Duration elapsed() {
		Duration real = this.time.elapsed();
		return ((this.rate != 1) ? Duration.ofNanos((long) (real.toNanos() * this.rate)) : real).plus(this.jumped);
	}

	/**
	 * Lets the keys expire faster or slower than they should, from the start on.
	 */
	void setRate(double rate) {
		this.rate = rate;
	}

	double rate() {
		return this.rate;
	}

	/**
	 * Sets the clock by which keys expire; all keys live that much shorter.
	 */
	void jump(Duration duration) {
		this.jumped = this.jumped.plus(duration);
	}

	/**
	 * Sets the wall clock off; the expiry of keys does not follow it.
	 */
	void setWallOffset(Duration offset) {
		this.wallOffset = offset;
	}

	Duration wallOffset() {
		return this.wallOffset;
	}

	long wallMicros() {
		return EPOCH_MICROS + this.time.elapsed().plus(this.wallOffset).toNanos() / 1000;
	}

}
