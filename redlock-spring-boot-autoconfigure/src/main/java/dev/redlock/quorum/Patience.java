package dev.redlock.quorum;

import java.util.concurrent.Future;

/**
 * How a caller waits for the nodes. To put a thread to sleep and to wake it costs more
 * than most answers take, so that it lets other threads run some times before it sleeps.
 */
final class Patience {

	/**
	 * So many times, measured with 1 to 128 callers on two cores: fewer send callers to
	 * sleep that are answered in a moment, more bring nothing.
	 */
	private static final int YIELDS = 10;

	private Patience() {
	}

	/**
	 * Lets other threads run until there is a result, but not for long.
	 * @param result what the caller is about to wait for
	 */
	static void beforeSleep(Future<?> result) {
		for (int i = 0; i < YIELDS && !result.isDone(); i++) {
			Thread.yield();
		}
	}

}
