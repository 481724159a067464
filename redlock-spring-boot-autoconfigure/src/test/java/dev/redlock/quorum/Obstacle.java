package dev.redlock.quorum;

import java.util.concurrent.CountDownLatch;

/**
 * Holds up a thread.
 */
final class Obstacle {

	private final CountDownLatch arrived = new CountDownLatch(1);

	private final CountDownLatch removed = new CountDownLatch(1);

	void stop() {
		this.arrived.countDown();
		try {
			this.removed.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	void awaitArrival() throws InterruptedException {
		this.arrived.await();
	}

	void remove() {
		this.removed.countDown();
	}

}
