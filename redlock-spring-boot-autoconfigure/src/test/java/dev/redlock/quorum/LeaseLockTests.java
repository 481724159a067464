package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LeaseLockTests {

	/**
	 * Over the ttl of another owner, which is over the default wait time.
	 */
	private static final Duration PATIENCE = Cluster.TTL.plusSeconds(1);

	private final Cluster cluster = new Cluster(5);

	private final Lock lock = this.cluster.redlock().asLock(Cluster.KEY);

	private Thread waiter = Thread.currentThread();

	@AfterEach
	void clearInterrupt() {
		Thread.interrupted();
	}

	@Test
	void itIsHeldFromLockToUnlock() {
		this.lock.lock();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
		this.lock.unlock();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void itsThreadCanLockItAgainWithoutAskingTheNodes() throws Exception {
		this.lock.lock();
		assertThat(this.lock.tryLock()).isTrue();
		assertThat(this.lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
		this.lock.lockInterruptibly();
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(1);
		for (int i = 0; i < 3; i++) {
			this.lock.unlock();
			assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
		}
		this.lock.unlock();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void tryLockFailsAtOnceWhileAnotherHasIt() throws Exception {
		try (Lease lease = this.cluster.anotherClient().acquire()) {
			assertThat(this.lock.tryLock()).isFalse();
			assertThat(this.lock.tryLock(0, TimeUnit.SECONDS)).isFalse();
			assertThat(lease.isValid()).isTrue();
		}
		assertThat(this.lock.tryLock()).isTrue();
	}

	@Test
	void tryLockTellsThatTooFewNodesAreUsable() {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThatExceptionOfType(QuorumUnavailableException.class).isThrownBy(this.lock::tryLock);
	}

	@Test
	void onlyTheThreadThatHasItCanUnlockIt() {
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(this.lock::unlock);
		this.lock.lock();
		CompletableFuture
			.runAsync(() -> assertThatThrownBy(this.lock::unlock).isInstanceOf(IllegalMonitorStateException.class))
			.join();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
	}

	@Test
	void unlockTellsThatTheLeaseWasLost() {
		this.lock.lock();
		this.cluster.time().advance(Duration.ofMinutes(1));
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(this.lock::lock);
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(this.lock::unlock);
		this.lock.lock();
		this.lock.unlock();
	}

	@Test
	void interruptsAreAsTheLocksOfTheJdkTreatThem() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(this.lock::lockInterruptibly);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> this.lock.tryLock(1, TimeUnit.SECONDS));
		assertThat(this.cluster.node(0).received()).isEmpty();
		Thread.currentThread().interrupt();
		this.lock.lock();
		assertThat(Thread.interrupted()).isTrue();
		this.lock.unlock();
		Thread.currentThread().interrupt();
		assertThat(this.lock.tryLock()).isTrue();
		assertThat(Thread.interrupted()).isTrue();
		this.lock.unlock();
	}

	@Test
	void anInterruptComesBeforeTheLockThatAThreadHas() {
		this.lock.lock();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(this.lock::lockInterruptibly);
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> this.lock.tryLock(1, TimeUnit.SECONDS));
		this.lock.unlock();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void lockWaitsForAsLongAsItTakes() throws Exception {
		Lease rival = this.cluster.anotherClient().acquire();
		FutureTask<Boolean> locked = waitFor(() -> {
			this.lock.lock();
			return Thread.interrupted();
		});
		this.cluster.time().advance(PATIENCE);
		assertThat(locked.get(10, TimeUnit.SECONDS)).isFalse();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).doesNotContain(rival.token());
	}

	@Test
	void anInterruptDoesNotEndTheWaitOfLockAndIsThereAfterIt() throws Exception {
		this.cluster.anotherClient().acquire();
		FutureTask<Boolean> locked = waitFor(() -> {
			this.lock.lock();
			return Thread.interrupted();
		});
		this.waiter.interrupt();
		awaitAttempts(2);
		this.cluster.time().advance(PATIENCE);
		assertThat(locked.get(10, TimeUnit.SECONDS)).isTrue();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
	}

	@Test
	void tryLockWaitsForAsLongAsItIsTold() throws Exception {
		this.cluster.anotherClient().acquire();
		FutureTask<Boolean> locked = waitFor(() -> this.lock.tryLock(PATIENCE.toSeconds(), TimeUnit.SECONDS));
		this.cluster.time().advance(PATIENCE);
		assertThat(locked.get(10, TimeUnit.SECONDS)).isTrue();
	}

	/**
	 * Runs an action on a thread of its own and returns when that has asked the nodes and
	 * waits.
	 */
	private FutureTask<Boolean> waitFor(Callable<Boolean> action) {
		FutureTask<Boolean> task = new FutureTask<>(action);
		this.waiter = new Thread(task, "waiter");
		this.waiter.setDaemon(true);
		this.waiter.start();
		awaitAttempts(1);
		return task;
	}

	/**
	 * Time may only pass when the waiter has set its timer for the next attempt, which it
	 * does after the nodes were asked and before it waits.
	 */
	private void awaitAttempts(int count) {
		Awaitility.await()
			.pollInterval(1, TimeUnit.MILLISECONDS)
			.until(() -> asked() >= count && this.waiter.getState() == Thread.State.TIMED_WAITING);
	}

	private int asked() {
		return this.cluster.nodes()
			.stream()
			.mapToInt((node) -> node.received(Acquire.class).size())
			.min()
			.orElseThrow();
	}

	@Test
	void itHasNoConditions() {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(this.lock::newCondition);
	}

}
