package dev.redlock.jedis;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The first attempt to connect, whether it succeeds or fails. Thread-safe.
 */
final class FirstAttempt {

	private final CountDownLatch told = new CountDownLatch(1);

	private volatile boolean over;

	/**
	 * Called after every attempt. Those who wait go on when the log was written, since
	 * they may stop the application.
	 * @param state told of it
	 */
	void over(StateTeller state) {
		this.over = true;
		state.tell();
		if (this.told.getCount() > 0) {
			state.whenWritten(this.told::countDown);
		}
	}

	boolean isOver() {
		return this.over;
	}

	void await(Duration timeout) throws InterruptedException {
		this.told.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
	}

}
