package dev.redlock.autoconfigure;

import org.springframework.context.SmartLifecycle;

import dev.redlock.quorum.QuorumRedlock;

/**
 * Ends locks when the application stops: after web requests, tasks and message listeners
 * have ended, since they may need locks to the last, and before the nodes are closed.
 */
final class RedlockLifecycle implements SmartLifecycle {

	/**
	 * Below the phases in which Spring Boot stops web servers, and in which executors and
	 * listener containers stop.
	 */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

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
