package dev.redlock.quorum;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link Timer} on a {@link ScheduledExecutorService} of the JDK.
 */
public final class ExecutorTimer implements Timer {

	private static final Logger logger = LoggerFactory.getLogger(ExecutorTimer.class);

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
		Task waiting = new Task(task);
		waiting.future = this.executor.schedule(waiting, delayNanos, TimeUnit.NANOSECONDS);
		return waiting;
	}

	/**
	 * A task and the handle to forget it in one, since each lease keeps one.
	 */
	private static final class Task implements Callable<@Nullable Void>, Timeout {

		private final Runnable action;

		private @Nullable Future<?> future;

		Task(Runnable action) {
			this.action = action;
		}

		@Override
		public @Nullable Void call() {
			try {
				this.action.run();
			}
			catch (Throwable ex) {
				// The executor would keep it to itself.
				Log.error(logger, "A timer task failed", ex);
			}
			return null;
		}

		@Override
		public void cancel() {
			Future<?> future = this.future;
			if (future != null) {
				future.cancel(false);
			}
		}

	}

}
