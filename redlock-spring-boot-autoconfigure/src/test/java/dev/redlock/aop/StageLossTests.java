package dev.redlock.aop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.redlock.LeaseLostException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Leases that are lost before a stage is complete.
 */
class StageLossTests extends AbstractStageTests {

	@Test
	void aLossFailsTheResultAfterTheWork() {
		CompletableFuture<String> result = this.work.plain(this::body);
		ManualLease lease = this.redlock.grantFreely();
		lease.lose();
		assertThat(this.body).isNotDone();
		assertThat(result).isNotDone();
		this.body.complete("done");
		assertThat(cause(result)).isInstanceOf(LeaseLostException.class);
		assertThat(lease.isReleaseSent()).isTrue();
	}

	@Test
	void theMethodDoesNotRunIfTheLeaseWasLostBefore() {
		for (Function<Supplier<CompletableFuture<String>>, CompletableFuture<String>> method : List
			.<Function<Supplier<CompletableFuture<String>>, CompletableFuture<String>>>of(this.work::plain,
					this.work::ignoring, this.work::interrupted)) {
			CompletableFuture<String> result = method.apply(this::body);
			ManualLease lease = this.redlock.grantTooLate();
			assertThat(cause(result)).isInstanceOf(LeaseLostException.class).hasNoSuppressedExceptions();
			assertThat(lease.isReleaseSent()).isTrue();
		}
		assertThat(this.calls).isZero();
	}

	@Test
	void anExceptionOfTheWorkWinsOverTheLoss() {
		CompletableFuture<String> result = this.work.plain(this::body);
		this.redlock.grantFreely().lose();
		this.body.completeExceptionally(new UnsupportedOperationException("body"));
		assertThat(cause(result)).isInstanceOf(UnsupportedOperationException.class);
		assertThat(cause(result).getSuppressed()).hasExactlyElementsOfTypes(LeaseLostException.class);
	}

	@Test
	void aLossMayCancelTheWork() {
		CompletableFuture<String> result = this.work.interrupted(this::body);
		this.redlock.grantFreely().lose();
		assertThat(this.body).isCancelled();
		assertThat(result).isNotCancelled();
		assertThat(cause(result)).isInstanceOf(LeaseLostException.class);
	}

	@Test
	void aLossMayInterruptTheMethodBeforeItReturns() {
		List<Boolean> interrupted = new ArrayList<>();
		CompletableFuture<String> result = this.work.interrupted(() -> {
			((ManualLease) LockContext.currentLease()).lose();
			interrupted.add(Thread.currentThread().isInterrupted());
			return body();
		});
		this.redlock.grantFreely();
		assertThat(interrupted).containsExactly(true);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(cause(result)).isInstanceOf(LeaseLostException.class);
	}

	@Test
	void aLossMayBeIgnored() {
		CompletableFuture<String> result = this.work.ignoring(this::body);
		this.redlock.grantFreely().lose();
		this.body.complete("done");
		assertThat(result).isCompletedWithValue("done");
	}

	@Test
	void aLeaseThatTheMethodReleasedItselfIsNoLoss() {
		CompletableFuture<String> result = this.work.plain(() -> {
			LockContext.currentLease().releaseAsync();
			return CompletableFuture.completedFuture("done");
		});
		this.redlock.grantFreely();
		assertThat(result).isCompletedWithValue("done");
	}

}
