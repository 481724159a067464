package dev.redlock.jedis;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Waits for the server to answer what was sent to it before its connection is closed.
 */
final class LastAnswers {

	private LastAnswers() {
	}

	/**
	 * Waits until nothing is under way any more.
	 * @param link the connection
	 * @param clock the clock
	 * @param timeout for how long the server is waited for
	 */
	static void await(Link link, LongSupplier clock, Duration timeout) {
		long deadline = clock.getAsLong() + timeout.toNanos();
		do {
			CountDownLatch answered = new CountDownLatch(1);
			link.send(Call.ping((reply) -> answered.countDown(), clock.getAsLong()));
			await(answered, clock, deadline);
			// The answer before may have been that something is to be sent again.
		}
		while (!link.isIdle() && clock.getAsLong() - deadline < 0);
	}

	/**
	 * Also for a thread that was interrupted, or what it has sent would not arrive.
	 */
	private static void await(CountDownLatch answered, LongSupplier clock, long deadline) {
		boolean interrupted = false;
		boolean waiting = true;
		while (waiting) {
			try {
				answered.await(deadline - clock.getAsLong(), TimeUnit.NANOSECONDS);
				waiting = false;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
