package dev.redlock.jedis;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A timer on which heartbeats can be held, and subscribers look at their connections
 * sooner than each five seconds.
 */
public final class TestTimer extends ScheduledThreadPoolExecutor {

	private static final long TICK_OF_SUBSCRIBERS = 5000;

	private static final long TICK = 1000;

	private volatile boolean beating = true;

	public TestTimer() {
		this("timer");
	}

	TestTimer(String threadName) {
		super(1, (task) -> new Thread(task, threadName));
	}

	/**
	 * Sends no heartbeats until further notice. One that a silent server leaves
	 * unanswered makes the node late, which is then sent nothing more.
	 */
	public void holdHeartbeats() {
		this.beating = false;
	}

	public void letHeartbeatsGo() {
		this.beating = true;
	}

	@Override
	public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long next, TimeUnit unit) {
		return super.scheduleWithFixedDelay(() -> {
			if (this.beating) {
				task.run();
			}
		}, first, next, unit);
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
		boolean ofSubscriber = unit == TimeUnit.MILLISECONDS && delay == TICK_OF_SUBSCRIBERS;
		return super.schedule(task, ofSubscriber ? TICK : delay, unit);
	}

}
