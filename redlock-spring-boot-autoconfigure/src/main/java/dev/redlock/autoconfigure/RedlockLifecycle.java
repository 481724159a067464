package dev.redlock.autoconfigure;

import org.springframework.context.SmartLifecycle;

import dev.redlock.quorum.QuorumRedlock;

/**
 * Ends locks when the application stops: after web requests, tasks, message listeners and
 * whatever else has a lifecycle of its own have ended, since they may need locks to the
 * last, and before the nodes are closed.
 */
final class RedlockLifecycle implements SmartLifecycle {

	/**
	 * Below all others but that in which the events about the end of the locks are
	 * published.
	 */
	static final int PHASE = Integer.MIN_VALUE + 1000;

	private final QuorumRedlock redlock;

	private volatile boolean running;

	RedlockLifecycle(QuorumRedlock redlock) {
		this.redlock = redlock;
	}

	@Override
	public void start() {
		this.redlock.reopen();
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		this.redlock.close();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
