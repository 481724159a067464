package dev.redlock.quorum;

/**
 * A timer that throws an error once.
 */
final class FailingTimer implements Timer {

	private final VirtualTime time;

	private int tasksUntilFailure = Integer.MAX_VALUE;

	FailingTimer(VirtualTime time) {
		this.time = time;
	}

	void failAfter(int tasks) {
		this.tasksUntilFailure = tasks;
	}

	boolean hasFailed() {
		return this.tasksUntilFailure < 0;
	}

	@Override
	public Timeout after(long delayNanos, Runnable task) {
		if (this.tasksUntilFailure-- == 0) {
			throw new NoClassDefFoundError("scripted to throw");
		}
		return this.time.after(delayNanos, task);
	}

}
