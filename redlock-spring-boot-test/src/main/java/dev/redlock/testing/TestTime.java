package dev.redlock.testing;

import java.time.Duration;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import dev.redlock.quorum.MonotonicClock;
import dev.redlock.quorum.Timer;

/**
 * Time that passes as another clock says, and faster when a test wants it to.
 */
final class TestTime implements MonotonicClock, Timer, AutoCloseable {

	private final MonotonicClock clock;

	private final AtomicLong advanced = new AtomicLong();

	private final AtomicLong sequence = new AtomicLong();

	private final NavigableSet<Task> tasks = new ConcurrentSkipListSet<>();

	/**
	 * Held while tasks run, so that time that was advanced has done all its work.
	 */
	private final ReentrantLock running = new ReentrantLock();

	private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, (task) -> {
		Thread thread = new Thread(task, "redlock-test-timer");
		thread.setDaemon(true);
		return thread;
	});

	TestTime(MonotonicClock clock) {
		this.clock = clock;
		this.executor.setRemoveOnCancelPolicy(true);
		// Nobody has to close a Redlock that a unit test made for itself.
		this.executor.setKeepAliveTime(1, TimeUnit.SECONDS);
		this.executor.allowCoreThreadTimeOut(true);
	}

	@Override
	public long nanos() {
		return this.clock.nanos() + this.advanced.get();
	}

	@Override
	public Timeout after(long delayNanos, Runnable action) {
		Task task = new Task(nanos() + Math.max(0, delayNanos), this.sequence.getAndIncrement(), action);
		this.tasks.add(task);
		Future<?> future = wakeFor(task);
		return () -> {
			this.tasks.remove(task);
			future.cancel(false);
		};
	}

	private Future<?> wakeFor(Task task) {
		return this.executor.schedule(() -> runUntil(nanos(), false), task.due() - nanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Lets time pass and does what becomes due, in order.
	 */
	void advance(Duration duration) {
		runUntil(nanos() + duration.toNanos(), true);
		this.tasks.forEach(this::wakeFor);
	}

	private void runUntil(long end, boolean advancing) {
		this.running.lock();
		try {
			for (Task task = poll(end); task != null; task = poll(end)) {
				if (advancing) {
					passTo(task.due());
				}
				task.action().run();
			}
			if (advancing) {
				passTo(end);
			}
		}
		finally {
			this.running.unlock();
		}
	}

	private @Nullable Task poll(long end) {
		for (Task task : this.tasks) {
			if (task.due() - end > 0) {
				return null;
			}
			if (this.tasks.remove(task)) {
				return task;
			}
		}
		return null;
	}

	private void passTo(long moment) {
		this.advanced.addAndGet(Math.max(0, moment - nanos()));
	}

	@Override
	public void close() {
		this.tasks.clear();
		this.executor.shutdownNow();
	}

	private record Task(long due, long sequence, Runnable action) implements Comparable<Task> {

		@Override
		public int compareTo(Task other) {
			long difference = (this.due != other.due) ? this.due - other.due : this.sequence - other.sequence;
			return Long.signum(difference);
		}

	}

}
