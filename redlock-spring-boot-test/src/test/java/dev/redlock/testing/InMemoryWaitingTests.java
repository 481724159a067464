package dev.redlock.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Who waits for a lock in memory.
 */
class InMemoryWaitingTests extends AbstractInMemoryTests {

	@Test
	void manyThreadsExcludeEachOther() throws Exception {
		int[] counter = new int[1];
		List<Future<Void>> workers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			workers.add(inAnotherThread(() -> {
				for (int turn = 0; turn < 200; turn++) {
					this.redlock.execute(PATIENT, (lease) -> counter[0]++);
				}
				return null;
			}));
		}
		for (Future<Void> worker : workers) {
			worker.get();
		}
		assertThat(counter[0]).isEqualTo(1600);
	}

	@Test
	void waitersComeInTheOrderOfTheirCalls() throws Exception {
		List<Integer> order = new CopyOnWriteArrayList<>();
		Lease lease = this.redlock.acquire(ORDER);
		List<CompletableFuture<Void>> waiters = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			int number = i;
			waiters.add(this.redlock.acquireAsync(PATIENT).thenAccept((own) -> {
				order.add(number);
				own.close();
			}));
		}
		assertThat(order).isEmpty();
		lease.close();
		CompletableFuture.allOf(waiters.toArray(CompletableFuture<?>[]::new)).get(30, TimeUnit.SECONDS);
		assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
	}

	@Test
	void whoWaitsLongEnoughGetsTheLock() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		Future<Lease> waiter = waitFor(() -> this.redlock.acquire(PATIENT));
		assertThat(waiter).isNotDone();
		lease.close();
		assertThat(waiter.get().isValid()).isTrue();
	}

	@Test
	void whoWaitsTooShortIsToldSo() throws Exception {
		this.redlock.acquire(ORDER);
		Duration waitTime = Duration.ofMillis(200);
		long start = System.nanoTime();
		assertThatExceptionOfType(LockHeldException.class)
			.isThrownBy(() -> this.redlock.acquire(ORDER.withWaitTime(waitTime)))
			.satisfies((ex) -> assertThat(ex.getResources()).containsExactly("order:42"));
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(waitTime.toNanos());
	}

	@Test
	void aCancelledAcquireLeavesNothing() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		CompletableFuture<Lease> waiter = this.redlock.acquireAsync(PATIENT);
		waiter.cancel(false);
		lease.close();
		assertThat(isFree("order:42")).isTrue();
		assertThat(this.redlock.acquireAsync(ORDER)).succeedsWithin(Duration.ofSeconds(10))
			.returns(true, Lease::isValid);
	}

	@Test
	void anInterruptedThreadGetsNoLock() throws Exception {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> this.redlock.acquire(ORDER));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(isFree("order:42")).isTrue();
	}

	@Test
	void anInterruptEndsTheWait() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		Thread waiter = new Thread(() -> {
			try {
				this.redlock.acquire(PATIENT);
			}
			catch (Throwable ex) {
				failure.complete(ex);
			}
		});
		waiter.start();
		await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
		waiter.interrupt();
		assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
		lease.close();
		assertThat(isFree("order:42")).isTrue();
	}

}
