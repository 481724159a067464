package dev.redlock.aop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.redlock.LeaseLostException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods with {@code @Async}, on five real servers.
 */
class GuardedAsyncMethodsTests extends AbstractGuardedWorkTests {

	private final CompletableFuture<String> pending = new CompletableFuture<>();

	@Test
	void theWorkRunsOnTheExecutorUnderTheLockAndTheCallerGoesOn() throws Exception {
		hold();
		CompletableFuture<String> result = work().async(() -> CompletableFuture
			.completedFuture(Thread.currentThread().getName() + " " + LockContext.currentLease().resources()));
		assertThat(result).isNotDone();
		letGo();
		assertThat(result(result)).matches("jobs-\\d+ \\[work:42\\]");
		assertKeysGone();
	}

	@Test
	void theKeyIsHeldUntilTheReturnedFutureIsComplete() throws Exception {
		CompletableFuture<String> result = work().async(() -> this.pending);
		awaitKeys();
		assertThat(isFree()).isFalse();
		this.pending.complete("done");
		assertThat(result(result)).isEqualTo("done");
		assertKeysGone();
	}

	@Test
	void aPlainFutureIsFollowed() throws Exception {
		Future<String> result = work().asyncFuture(() -> this.pending);
		awaitKeys();
		this.pending.complete("done");
		assertThat(result.get(20, TimeUnit.SECONDS)).isEqualTo("done");
		assertKeysGone();
	}

	@Test
	void aCancelledFutureInterruptsItsThreadAndFreesTheKey() {
		Future<String> result = work().asyncFuture(body(this.pending));
		awaitWork();
		result.cancel(true);
		assertKeysGone();
		assertThat(this.pending).isCancelled();
	}

	@Test
	void aVoidMethodHoldsTheKeyUntilItReturns() {
		CountDownLatch end = new CountDownLatch(1);
		work().asyncVoid(() -> {
			try {
				end.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		});
		awaitKeys();
		end.countDown();
		assertKeysGone();
	}

	@Test
	void aFailureKeepsItsTypeAndFreesTheKey() {
		assertThat(failure(work().async(() -> {
			throw new UnsupportedOperationException("body");
		}))).isInstanceOf(UnsupportedOperationException.class).hasMessage("body");
		assertThat(
				failure(work().async(() -> CompletableFuture.failedFuture(new UnsupportedOperationException("late")))))
			.isInstanceOf(UnsupportedOperationException.class)
			.hasMessage("late");
		assertKeysGone();
	}

	@Test
	void manyCallsRunOneAfterAnother() throws Exception {
		Together together = new Together();
		List<CompletableFuture<String>> results = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			results.add(work().async(together::work));
		}
		for (CompletableFuture<String> result : results) {
			assertThat(result(result)).isEqualTo("done");
		}
		together.assertNever(100);
		assertKeysGone();
	}

	@Test
	void aLeaseThatIsTakenInterruptsTheWaitForTheFuture() {
		CompletableFuture<String> result = work().interruptedAsync(body(this.pending));
		awaitWork();
		deleteKeys();
		assertThat(failure(result)).isInstanceOf(LeaseLostException.class).hasNoSuppressedExceptions();
		assertThat(this.pending).isCancelled();
		assertKeysGone();
	}

	@Test
	void anInterruptThatComesFromElsewhereStaysOne() throws Exception {
		CompletableFuture<Thread> worker = new CompletableFuture<>();
		CompletableFuture<String> result = work().interruptedAsync(() -> {
			worker.complete(Thread.currentThread());
			return this.pending;
		});
		worker.get(20, TimeUnit.SECONDS).interrupt();
		assertThat(failure(result)).isInstanceOf(InterruptedException.class);
		assertThat(this.pending).isCancelled();
		assertKeysGone();
	}

	@Test
	void aHeldKeyMaySkipTheCall() throws Exception {
		hold();
		assertThat(result(work().skippedAsync(() -> this.pending))).isNull();
	}

}
