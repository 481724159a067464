package dev.redlock.aop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LossReason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Methods that return a {@link CompletableFuture}, on five real servers.
 */
class GuardedStagesTests extends AbstractGuardedWorkTests {

	private final CompletableFuture<String> pending = new CompletableFuture<>();

	@Test
	void theKeyIsHeldUntilTheStageCompletesWhileTheCallerGoesOn() throws Exception {
		CompletableFuture<String> result = work().stage(() -> this.pending);
		awaitKeys();
		assertThat(isFree()).isFalse();
		assertThat(result).isNotDone();
		this.pending.complete("done");
		assertThat(result(result)).isEqualTo("done");
		assertKeysGone();
	}

	@Test
	void theResultComesWhenTheKeyIsFree() throws Exception {
		for (int i = 0; i < 20; i++) {
			CompletableFuture<Long> left = work().stage(() -> CompletableFuture.supplyAsync(() -> "done"))
				.thenApply((done) -> keys());
			assertThat(result(left)).isLessThanOrEqualTo(2);
		}
		assertKeysGone();
	}

	@Test
	void theCallerDoesNotWaitForAKeyThatIsHeld() throws Exception {
		hold();
		CompletableFuture<String> result = work().stage(() -> CompletableFuture.completedFuture("done"));
		assertThat(result).isNotDone();
		letGo();
		assertThat(result(result)).isEqualTo("done");
		assertKeysGone();
	}

	@Test
	void aCancelWhileWaitingLeavesNothing() throws Exception {
		hold();
		boolean[] called = new boolean[1];
		CompletableFuture<String> result = work().stage(() -> {
			called[0] = true;
			return this.pending;
		});
		result.cancel(true);
		letGo();
		assertKeysGone();
		assertThat(isFree()).isTrue();
		assertThat(called[0]).isFalse();
	}

	@Test
	void aCancelWhileWorkingCancelsTheWorkAndFreesTheKey() {
		CompletableFuture<String> result = work().stage(body(this.pending));
		awaitWork();
		result.cancel(true);
		assertKeysGone();
		assertThat(this.pending).isCancelled();
	}

	@Test
	void aCancelAtAnyMomentLeavesNothing() {
		for (int i = 0; i < 200; i++) {
			CompletableFuture<String> result = work().stage(CompletableFuture::new);
			long until = System.nanoTime() + i * 10_000L;
			while (System.nanoTime() < until) {
				Thread.onSpinWait();
			}
			result.cancel(true);
		}
		assertKeysGone();
	}

	@Test
	void aBodyThatThrowsOrFailsLaterFreesTheKey() {
		assertThat(failure(work().stage(() -> {
			throw new UnsupportedOperationException("body");
		}))).isInstanceOf(UnsupportedOperationException.class).hasMessage("body");
		assertKeysGone();
		assertThat(failure(work().stage(() -> CompletableFuture.supplyAsync(() -> {
			throw new UnsupportedOperationException("later");
		})))).isInstanceOf(UnsupportedOperationException.class).hasMessage("later");
		assertKeysGone();
	}

	@Test
	void aHundredCallsRunOneAfterAnother() throws Exception {
		Together together = new Together();
		List<CompletableFuture<String>> results = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			results.add(work().stage(together::work));
		}
		for (CompletableFuture<String> result : results) {
			assertThat(result(result)).isEqualTo("done");
		}
		together.assertNever(100);
		assertKeysGone();
	}

	@Test
	void aLeaseThatExpiresFailsTheResultAfterTheWork() {
		CompletableFuture<String> result = work().shortStage(body(this.pending));
		awaitWork();
		soon("the end of the ttl").until(() -> keys() == 0);
		assertThat(result).isNotDone();
		this.pending.complete("done");
		assertThat(failure(result)).isInstanceOfSatisfying(LeaseLostException.class,
				(ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.EXPIRED));
	}

	@Test
	void aLeaseThatIsTakenCancelsTheWorkIfSoWished() {
		CompletableFuture<String> result = work().interruptedStage(body(this.pending));
		awaitWork();
		deleteKeys();
		assertThat(failure(result)).isInstanceOf(LeaseLostException.class);
		assertThat(this.pending).isCancelled();
		assertKeysGone();
	}

	@Test
	void aHeldKeyFailsOrSkipsTheCall() throws Exception {
		hold();
		assertThat(failure(work().impatientStage(() -> this.pending))).isInstanceOf(LockHeldException.class);
		assertThat(result(work().skippedStage(() -> this.pending))).isNull();
		letGo();
		assertKeysGone();
	}

	@Test
	void whatTheCallerDidNotWaitForIsStillGuarded() {
		work().stage(() -> this.pending);
		awaitKeys();
		assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> {
			throw failure(work().impatientStage(() -> this.pending));
		});
		this.pending.complete("done");
		assertKeysGone();
	}

}
