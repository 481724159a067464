package dev.redlock.benchmarks.scenario;

import java.util.concurrent.atomic.AtomicIntegerArray;

import dev.redlock.benchmarks.CoreDistance;

/**
 * Measures how far apart the cores are that two threads run on.
 */
public final class CoreProbe {

	private static final int TRIPS = 10_000;

	/**
	 * What a host or a compiler does meanwhile makes some longer, and none shorter.
	 */
	private static final int TRIES = 5;

	private static final int WARM_UP = 50;

	/**
	 * More than any distance takes: the other thread has no core.
	 */
	private static final int MOST_SPINS = 200;

	/**
	 * Far from its neighbours in memory.
	 */
	private static final int PLACE = 32;

	private final AtomicIntegerArray ball = new AtomicIntegerArray(2 * PLACE);

	/**
	 * Creates a probe.
	 * @throws InterruptedException if interrupted while it warms up
	 */
	public CoreProbe() throws InterruptedException {
		for (int i = 0; i < WARM_UP; i++) {
			roundTripNanos();
		}
	}

	/**
	 * Measures the distance before and after something.
	 * @param work what is done in between
	 * @return the distance
	 * @throws Exception if the work fails
	 */
	CoreDistance around(Work work) throws Exception {
		double before = shortestRoundTripNanos();
		work.run();
		return new CoreDistance(before, shortestRoundTripNanos());
	}

	private double shortestRoundTripNanos() throws InterruptedException {
		double shortest = Double.MAX_VALUE;
		for (int i = 0; i < TRIES; i++) {
			shortest = Math.min(shortest, roundTripNanos());
		}
		return shortest;
	}

	private double roundTripNanos() throws InterruptedException {
		this.ball.set(PLACE, 0);
		Thread other = new Thread(() -> play(1), "core-probe");
		other.start();
		this.ball.set(PLACE, 1);
		awaitBall(2);
		// Now the other thread is there.
		long start = System.nanoTime();
		play(2);
		long nanos = System.nanoTime() - start;
		other.join();
		return (double) nanos / (TRIPS - 1);
	}

	private void play(int first) {
		for (int count = first; count < 2 * TRIPS; count += 2) {
			awaitBall(count);
			this.ball.set(PLACE, count + 1);
		}
	}

	private void awaitBall(int count) {
		for (int i = 0; this.ball.get(PLACE) != count; i++) {
			if (i < MOST_SPINS) {
				Thread.onSpinWait();
			}
			else {
				Thread.yield();
			}
		}
	}

	/**
	 * What is done while the cores should stay where they are.
	 */
	@FunctionalInterface
	interface Work {

		void run() throws Exception;

	}

}
