package dev.redlock.quorum;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A {@link Timer} on a {@link ScheduledExecutorService} of the JDK.
 */
public final class ExecutorTimer implements Timer {

	private final ScheduledExecutorService executor;

	/**
	 * Creates a timer.
	 * @param executor the executor that runs the tasks; its owner shuts it down
	 */
	public ExecutorTimer(ScheduledExecutorService executor) {
		this.executor = executor;
	}

	@Override
	public Timeout after(long delayNanos, Runnable task) {
		Future<?> future = this.executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
		return () -> future.cancel(false);
	}

}
