package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import org.awaitility.Awaitility;
import org.springframework.context.SmartLifecycle;

import dev.redlock.Lease;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenLost;
import dev.redlock.aop.LockContext;

/**
 * Work that is still under way when all that has a lifecycle has stopped, which it knows
 * since it is stopped last.
 */
class LateJob implements SmartLifecycle {

	private final CountDownLatch started = new CountDownLatch(1);

	private volatile boolean running;

	private volatile boolean heldToTheEnd;

	@DistributedLock(name = "late", ttl = "30s")
	void work() {
		Lease lease = LockContext.currentLease();
		this.started.countDown();
		Awaitility.await().until(() -> !this.running);
		// Long enough for beans to be destroyed that do not wait for this.
		Awaitility.await().during(Duration.ofMillis(300)).until(lease::isValid);
		this.heldToTheEnd = true;
	}

	@DistributedLock(name = "endless", ttl = "30s", whenLost = WhenLost.IGNORE)
	void workUntilTheLockIsLost() {
		this.started.countDown();
		LockContext.currentLease().lost().toCompletableFuture().join();
	}

	void awaitStart() throws InterruptedException {
		this.started.await();
	}

	boolean wasHeldToTheEnd() {
		return this.heldToTheEnd;
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

}
