package dev.redlock.quorum;

import java.time.Duration;

/**
 * One direction of a connection: tasks run after a delay each, but never before one that
 * came earlier.
 */
final class FifoPipe {

	private final VirtualTime time;

	private Duration last = Duration.ZERO;

	private int underWay;

	FifoPipe(VirtualTime time) {
		this.time = time;
	}

	void pass(Duration delay, Runnable task) {
		Duration now = this.time.elapsed();
		Duration due = now.plus(delay);
		due = (due.compareTo(this.last) < 0) ? this.last : due;
		if (this.underWay == 0 && due.equals(now)) {
			task.run();
			return;
		}
		this.last = due;
		this.underWay++;
		this.time.after(due.minus(now).toNanos(), () -> {
			this.underWay--;
			task.run();
		});
	}

}
