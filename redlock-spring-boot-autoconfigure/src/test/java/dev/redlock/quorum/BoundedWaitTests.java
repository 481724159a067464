package dev.redlock.quorum;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long the end of an application waits for locks.
 */
@Timeout(60)
class BoundedWaitTests {

	private final CompletableFuture<String> future = new CompletableFuture<>();

	@Test
	void anInterruptDoesNotCutItShortAndIsKept() throws InterruptedException {
		AtomicBoolean kept = new AtomicBoolean();
		Thread waiting = new Thread(() -> {
			BoundedWait.join(this.future, Duration.ofMinutes(1), System::nanoTime);
			kept.set(Thread.interrupted());
		});
		waiting.start();
		awaitSleepOrEnd(waiting);
		waiting.interrupt();
		Awaitility.await().until(() -> !waiting.isInterrupted());
		awaitSleepOrEnd(waiting);
		assertThat(waiting.isAlive()).isTrue();
		this.future.complete("done");
		waiting.join();
		assertThat(kept).isTrue();
	}

	private static void awaitSleepOrEnd(Thread thread) {
		Awaitility.await()
			.until(thread::getState, (state) -> state == State.TIMED_WAITING || state == State.TERMINATED);
	}

	@Test
	void whatDoesNotEndIsNotWaitedForForEver() {
		BoundedWait.join(this.future, Duration.ofMillis(10), System::nanoTime);
		assertThat(this.future).isNotDone();
	}

	@Test
	void whatFailsIsOver() {
		this.future.completeExceptionally(new IllegalStateException("no release"));
		BoundedWait.join(this.future, Duration.ofMinutes(1), System::nanoTime);
		assertThat(this.future).isCompletedExceptionally();
	}

}
