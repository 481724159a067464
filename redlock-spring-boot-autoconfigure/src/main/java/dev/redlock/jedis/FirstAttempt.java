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
	 * Called after every attempt.
	 * @param log told before those who wait, since they may stop the application
	 */
	void over(Runnable log) {
		this.over = true;
		log.run();
		this.told.countDown();
	}

	boolean isOver() {
		return this.over;
	}

	void await(Duration timeout) throws InterruptedException {
		this.told.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
	}

}
