package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls that are cancelled before their stage is complete.
 */
class StageCancelTests extends AbstractStageTests {

	@Test
	void aCancelWhileWaitingCancelsTheAcquire() {
		CompletableFuture<String> result = this.work.plain(this::body);
		assertThat(result.cancel(true)).isTrue();
		assertThat(this.redlock.last()).isCancelled();
		assertThat(this.calls).isZero();
	}

	@Test
	void aTimeOutOfTheCallerWhileWaitingCancelsTheAcquireToo() {
		CompletableFuture<String> result = this.work.plain(this::body);
		result.completeExceptionally(new TimeoutException());
		assertThat(this.redlock.last()).isCancelled();
	}

	@Test
	void aCancelThatMeetsTheLeaseReleasesIt() {
		CompletableFuture<String> result = this.work.plain(this::body);
		this.redlock.last().whenComplete((lease, ex) -> result.cancel(true));
		assertThat(this.redlock.grant().isReleaseSent()).isTrue();
	}

	@Test
	void aCancelWhileWorkingCancelsTheWorkAndReleases() {
		CompletableFuture<String> result = this.work.plain(this::body);
		ManualLease lease = this.redlock.grant();
		result.cancel(true);
		assertThat(this.body).isCancelled();
		assertThat(lease.isReleaseSent()).isTrue();
	}

	@Test
	void aCancelReleasesEvenIfTheWorkCanNotBeCancelled() {
		CompletableFuture<String> result = this.work.stage(this.body::minimalCompletionStage).toCompletableFuture();
		ManualLease lease = this.redlock.grant();
		result.cancel(true);
		assertThat(this.body).isNotDone();
		assertThat(lease.isReleaseSent()).isTrue();
	}

	@Test
	void aCancelReleasesEvenIfTheWorkFailsToBeCancelled() {
		CompletableFuture<String> stubborn = new CompletableFuture<>() {

			@Override
			public boolean cancel(boolean mayInterruptIfRunning) {
				throw new AssertionError("of the work");
			}

		};
		CompletableFuture<String> result = this.work.plain(() -> stubborn);
		ManualLease lease = this.redlock.grant();
		result.cancel(true);
		assertThat(lease.isReleaseSent()).isTrue();
	}

	@Test
	void aCancelWhileTheMethodStillRunsTakesEffectWhenItReturns() {
		CompletableFuture<CompletableFuture<String>> result = new CompletableFuture<>();
		boolean[] held = new boolean[1];
		result.complete(this.work.plain(() -> {
			result.join().cancel(true);
			held[0] = LockContext.currentLease().isValid();
			return body();
		}));
		ManualLease lease = this.redlock.grant();
		assertThat(held[0]).isTrue();
		assertThat(this.body).isCancelled();
		assertThat(lease.isReleaseSent()).isTrue();
	}

}
