package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

import dev.redlock.quorum.QuorumRedlock;

/**
 * Ends locks when the application stops: after web requests, tasks, message listeners and
 * whatever else has a lifecycle of its own have ended, since they may need locks to the
 * last, and before the nodes are closed. If executors wait for their tasks even later,
 * the locks end after them.
 * <p>
 * A pause ends them as well, or contexts that tests have paused would keep others out. A
 * web server is not paused, so that its requests find the locks closed until the restart.
 */
final class RedlockLifecycle implements SmartLifecycle {

	/**
	 * Below those of Spring and of whoever does not insist on being stopped last; above
	 * that in which the events about the end of the locks are published.
	 */
	static final int PHASE = Integer.MIN_VALUE + 1000;

	private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);

	private final QuorumRedlock redlock;

	private final String beanName;

	private final ConfigurableApplicationContext context;

	private volatile boolean running;

	/**
	 * Creates the lifecycle of locks.
	 * @param redlock the locks, which are closed when they are destroyed at the latest
	 * @param beanName the name of their bean
	 * @param context the context that has the bean
	 */
	RedlockLifecycle(QuorumRedlock redlock, String beanName, ConfigurableApplicationContext context) {
		this.redlock = redlock;
		this.beanName = beanName;
		this.context = context;
	}

	@Override
	public void start() {
		this.redlock.reopen();
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		// A pause destroys nothing.
		if (!this.context.isClosed() || !leaveToDestruction()) {
			this.redlock.close();
		}
	}

	private boolean leaveToDestruction() {
		LateExecutors executors = LateExecutors.destroyBefore(this.beanName, this.context.getBeanFactory());
		if (executors.mayWaitForever()) {
			// Perhaps for a task that goes on for as long as it has its lock.
			CompletableFuture.delayedExecutor(phaseTimeout().toMillis(), TimeUnit.MILLISECONDS)
				.execute(this.redlock::close);
		}
		return !executors.isEmpty();
	}

	private Duration phaseTimeout() {
		return Binder.get(this.context.getEnvironment())
			.bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
			.orElse(DEFAULT_PHASE_TIMEOUT);
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
