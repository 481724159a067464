package dev.redlock.quorum;

import java.time.Duration;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * Time that passes only when a test says so. Tasks run on the thread that lets it pass,
 * in the order of their time. Starts shortly before the nanoseconds overflow, so that
 * every test sees them wrap.
 */
final class VirtualTime implements MonotonicClock, Timer {

	private static final long START = Long.MAX_VALUE - Duration.ofMillis(20).toNanos();

	private static final int MAX_TASKS_AT_A_TIME = 1000;

	private final TreeSet<Task> tasks = new TreeSet<>(
			Comparator.comparingLong(Task::due).thenComparingLong(Task::sequence));

	private long sinceStart;

	private long sequence;

	private int tasksAtThisTime;

	@Override
	public synchronized long nanos() {
		return START + this.sinceStart;
	}

	@Override
	public synchronized Timeout after(long delayNanos, Runnable task) {
		Task waiting = new Task(this.sinceStart + Math.max(0, delayNanos), this.sequence++, task);
		this.tasks.add(waiting);
		return () -> forget(waiting);
	}

	private synchronized void forget(Task task) {
		this.tasks.remove(task);
	}

	/**
	 * Returns how much time has passed in all.
	 */
	synchronized Duration elapsed() {
		return Duration.ofNanos(this.sinceStart);
	}

	/**
	 * Returns how many tasks wait for their time.
	 */
	synchronized int waitingTasks() {
		return this.tasks.size();
	}

	/**
	 * Lets time pass and runs what becomes due, including what that starts.
	 */
	void advance(Duration duration) {
		long end = elapsed().plus(duration).toNanos();
		Task task = poll(end);
		while (task != null) {
			task.action().run();
			task = poll(end);
		}
		jumpTo(end);
	}

	/**
	 * Lets time pass without running anything, as a pause of the whole process does.
	 */
	void jump(Duration duration) {
		jumpTo(elapsed().plus(duration).toNanos());
	}

	/**
	 * Lets just as much time pass as a future needs to complete, however it does.
	 */
	<T> CompletableFuture<T> passUntilDone(CompletableFuture<T> future) {
		while (!future.isDone()) {
			Task task = poll(Long.MAX_VALUE);
			if (task == null) {
				throw new AssertionError("Nothing is left that could complete the future");
			}
			task.action().run();
		}
		return future;
	}

	private synchronized @Nullable Task poll(long end) {
		if (this.tasks.isEmpty() || this.tasks.first().due() > end) {
			return null;
		}
		Task first = this.tasks.pollFirst();
		this.tasksAtThisTime = (first.due() > this.sinceStart) ? 0 : this.tasksAtThisTime + 1;
		if (this.tasksAtThisTime > MAX_TASKS_AT_A_TIME) {
			throw new AssertionError("Something goes on for ever and lets no time pass");
		}
		jumpTo(first.due());
		return first;
	}

	private synchronized void jumpTo(long sinceStart) {
		this.sinceStart = Math.max(this.sinceStart, sinceStart);
	}

	private record Task(long due, long sequence, Runnable action) {
	}

}
