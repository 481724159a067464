package dev.redlock.quorum;

/**
 * A timer that throws errors, one after the other.
 */
final class FailingTimer implements Timer {

	private final VirtualTime time;

	private int tasksUntilFailure = Integer.MAX_VALUE;

	private int failures;

	FailingTimer(VirtualTime time) {
		this.time = time;
	}

	/**
	 * Fails once.
	 */
	void failAfter(int tasks) {
		failAfter(tasks, 1);
	}

	void failAfter(int tasks, int failures) {
		this.tasksUntilFailure = tasks;
		this.failures = failures;
	}

	boolean hasFailed() {
		return this.failures == 0;
	}

	@Override
	public Timeout after(long delayNanos, Runnable task) {
		if (this.tasksUntilFailure-- <= 0 && this.failures > 0) {
			this.failures--;
			throw new NoClassDefFoundError("scripted to throw");
		}
		return this.time.after(delayNanos, task);
	}

}
