package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that never keep the JVM alive, and waiting for them that has an end.
 */
final class Threads {

	private static final Duration PATIENCE = Duration.ofSeconds(15);

	private Threads() {
	}

	static ExecutorService platform(int count) {
		return Executors.newFixedThreadPool(count, (task) -> {
			Thread thread = new Thread(task, "benchmark");
			thread.setDaemon(true);
			return thread;
		});
	}

	static ExecutorService virtual() throws ReflectiveOperationException {
		// Compiled for 17, where they do not exist yet.
		return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
	}

	/**
	 * Waits for all tasks, and interrupts those that do not end.
	 * @param executor their executor
	 * @return whether all ended by themselves
	 */
	static boolean end(ExecutorService executor) throws InterruptedException {
		executor.shutdown();
		if (executor.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
			return true;
		}
		executor.shutdownNow();
		executor.awaitTermination(2, TimeUnit.SECONDS);
		return false;
	}

	static void sleepUntil(long nanoTime) {
		long remaining;
		while ((remaining = nanoTime - System.nanoTime()) > 0) {
			LockSupport.parkNanos(remaining);
		}
	}

}
