package dev.redlock.autoconfigure;

import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

import dev.redlock.aop.UnattendedWork;

/**
 * Has the end of the application wait for guarded methods whose work goes on when they
 * have returned, for as long as a phase may take: no executor of the application does.
 */
final class UnattendedWorkLifecycle implements SmartLifecycle {

	private final UnattendedWork work;

	UnattendedWorkLifecycle(UnattendedWork work) {
		this.work = work;
	}

	@Override
	public void start() {
		// There is nothing to be started.
	}

	@Override
	public void stop() {
		// Nor to be stopped: the work ends by itself.
	}

	@Override
	public void stop(Runnable callback) {
		this.work.over().whenComplete((nothing, ex) -> callback.run());
	}

	@Override
	public boolean isRunning() {
		return true;
	}

	/**
	 * A pause ends locks, but work only when it looks; a stream that has no end would
	 * hold up each of those that tests make.
	 */
	@Override
	public boolean isPauseable() {
		return false;
	}

	/**
	 * Right after web requests, message listeners and tasks of executors, any of which
	 * may call such a method, and before what the work needs.
	 */
	@Override
	public int getPhase() {
		return ExecutorConfigurationSupport.DEFAULT_PHASE - 1;
	}

}
