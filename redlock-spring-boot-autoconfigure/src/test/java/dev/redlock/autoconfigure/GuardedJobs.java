package dev.redlock.autoconfigure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.awaitility.Awaitility;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LossReason;
import dev.redlock.annotation.AutoExtend;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenLost;
import dev.redlock.aop.LockContext;

/**
 * Methods whose leases end while they run, if they wait for it.
 */
class GuardedJobs {

	/**
	 * A lease expires on a machine that stands still for longer than the ttl, but without
	 * renewals each of them would.
	 */
	private static final int ATTEMPTS = 3;

	private volatile Lease lease;

	private volatile boolean interrupted;

	final CountDownLatch started = new CountDownLatch(1);

	Lease lease() {
		return this.lease;
	}

	boolean wasInterrupted() {
		return this.interrupted;
	}

	@DistributedLock(name = "fail", ttl = "300ms", autoExtend = AutoExtend.OFF)
	String failWhenLost() {
		awaitLoss();
		return "done";
	}

	@DistributedLock(name = "fail", ttl = "300ms", autoExtend = AutoExtend.OFF)
	String throwAfterLoss() {
		awaitLoss();
		throw new UnsupportedOperationException("body");
	}

	@DistributedLock(name = "ignore", ttl = "300ms", autoExtend = AutoExtend.OFF, whenLost = WhenLost.IGNORE)
	String ignoreLoss() {
		awaitLoss();
		return "done";
	}

	@DistributedLock(name = "interrupt", ttl = "300ms", autoExtend = AutoExtend.OFF, whenLost = WhenLost.INTERRUPT)
	String interruptWhenLost() {
		try {
			new CountDownLatch(1).await(20, TimeUnit.SECONDS);
			return "slept";
		}
		catch (InterruptedException ex) {
			this.interrupted = true;
			return "interrupted";
		}
	}

	@DistributedLock(name = "capped", ttl = "300ms", maxExtensions = 2)
	String cappedJob() {
		awaitLoss();
		return "done";
	}

	@DistributedLock(name = "long", ttl = "300ms", fencing = true)
	String longerThanItsTtl() {
		this.lease = LockContext.currentLease();
		Awaitility.await().until(() -> this.lease.extensions() >= 5 || this.lease.loss().isPresent());
		return "fenced " + (this.lease.fencingToken().isPresent() && this.lease.isValid());
	}

	@DistributedLock(name = "shutdown", ttl = "30s")
	String untilTheLeaseIsLost() {
		this.lease = LockContext.currentLease();
		this.started.countDown();
		awaitLoss();
		return "done";
	}

	/**
	 * Calls a method whose lease must not expire, and once more if it did.
	 */
	static <T> T unlessItExpires(Supplier<T> method) {
		for (int attempt = 1;; attempt++) {
			try {
				return method.get();
			}
			catch (LeaseLostException ex) {
				if (ex.getReason() != LossReason.EXPIRED || attempt == ATTEMPTS) {
					throw ex;
				}
			}
		}
	}

	private void awaitLoss() {
		this.lease = LockContext.currentLease();
		this.lease.lost().toCompletableFuture().join();
	}

}
