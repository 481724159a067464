package dev.redlock.jedis;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A timer on which heartbeats can be held, and subscribers look at their connections
 * sooner than each five seconds.
 */
public final class TestTimer extends ScheduledThreadPoolExecutor {

	private static final long TICK_OF_SUBSCRIBERS = 5000;

	private static final long TICK = 1000;

	private final ReentrantLock beat = new ReentrantLock();

	private boolean beating = true;

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
		setBeating(false);
	}

	public void letHeartbeatsGo() {
		setBeating(true);
	}

	/**
	 * Not while one is being sent.
	 */
	private void setBeating(boolean beating) {
		this.beat.lock();
		try {
			this.beating = beating;
		}
		finally {
			this.beat.unlock();
		}
	}

	@Override
	public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long next, TimeUnit unit) {
		return super.scheduleWithFixedDelay(() -> {
			this.beat.lock();
			try {
				if (this.beating) {
					task.run();
				}
			}
			finally {
				this.beat.unlock();
			}
		}, first, next, unit);
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
		boolean ofSubscriber = unit == TimeUnit.MILLISECONDS && delay == TICK_OF_SUBSCRIBERS;
		return super.schedule(task, ofSubscriber ? TICK : delay, unit);
	}

}
