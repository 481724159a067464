package dev.redlock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

/**
 * A lock as the JDK has it. Belongs to a thread while that holds it, and can be locked
 * again by it.
 */
final class LeaseLock implements Lock {

	private static final Duration FOREVER = Duration.ofDays(36500);

	private final Redlock redlock;

	private final LockRequest request;

	private final ThreadLocal<@Nullable Hold> hold = new ThreadLocal<>();

	LeaseLock(Redlock redlock, LockRequest request) {
		this.redlock = redlock;
		this.request = request;
	}

	@Override
	public void lock() {
		boolean interrupted = false;
		try {
			while (true) {
				try {
					lockInterruptibly();
					return;
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		if (!lockAgain()) {
			this.hold.set(new Hold(this, this.redlock.acquire(this.request.withWaitTime(FOREVER))));
		}
	}

	@Override
	public boolean tryLock() {
		boolean interrupted = Thread.interrupted();
		try {
			return tryLock(Duration.ZERO);
		}
		catch (InterruptedException ex) {
			interrupted = true;
			return false;
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		return tryLock(Duration.ofNanos(Math.max(0, unit.toNanos(time))));
	}

	private boolean tryLock(Duration waitTime) throws InterruptedException {
		if (lockAgain()) {
			return true;
		}
		Lease lease = this.redlock.tryAcquire(this.request.withWaitTime(waitTime)).orElse(null);
		if (lease == null) {
			return false;
		}
		this.hold.set(new Hold(this, lease));
		return true;
	}

	private boolean lockAgain() {
		Hold present = this.hold.get();
		if (present == null) {
			return false;
		}
		if (!present.lease.isValid()) {
			throw present.lock.lost(present.lease);
		}
		present.count++;
		return true;
	}

	@Override
	public void unlock() {
		Hold present = this.hold.get();
		if (present == null) {
			throw new IllegalMonitorStateException(
					"The current thread does not have the lock " + this.request.resources());
		}
		present.count--;
		if (present.count > 0) {
			return;
		}
		this.hold.remove();
		boolean valid = present.lease.isValid();
		present.lease.close();
		if (!valid) {
			throw lost(present.lease);
		}
	}

	private LeaseLostException lost(Lease lease) {
		return new LeaseLostException(this.request.resources(), lease.loss().orElse(LossReason.EXPIRED));
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A distributed lock has no conditions");
	}

	@Override
	public String toString() {
		return "Lock" + this.request.resources();
	}

	private static final class Hold {

		/**
		 * Keeps the lock reachable while its thread has it, for who finds it by a weak
		 * reference.
		 */
		private final LeaseLock lock;

		private final Lease lease;

		private int count = 1;

		Hold(LeaseLock lock, Lease lease) {
			this.lock = lock;
			this.lease = lease;
		}

	}

}
