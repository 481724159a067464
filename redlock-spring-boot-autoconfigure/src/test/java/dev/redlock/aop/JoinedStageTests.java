package dev.redlock.aop;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.redlock.Garbage;
import dev.redlock.LeaseLostException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls of a locked method within a locked method, both of which return a stage.
 */
class JoinedStageTests extends AbstractStageTests {

	private static final int MANY = 100;

	@Test
	void anInnerCallOfTheSameThreadJoinsAndTheOuterOneReleases() {
		CompletableFuture<String> result = this.work.plain(() -> this.work.plain(this::body));
		ManualLease lease = this.redlock.grantFreely();
		assertThat(this.calls).isEqualTo(1);
		assertThat(lease.isReleaseSent()).isFalse();
		this.body.complete("inner");
		assertThat(result).isCompletedWithValue("inner");
		assertThat(this.redlock.count()).isEqualTo(1);
	}

	@Test
	void aCancelOfAJoinedCallCancelsItsWorkOnly() {
		CompletableFuture<String> result = this.work.plain(() -> {
			this.work.plain(this::body).cancel(true);
			return new CompletableFuture<>();
		});
		ManualLease lease = this.redlock.grantFreely();
		assertThat(this.body).isCancelled();
		assertThat(result).isNotDone();
		assertThat(lease.isReleaseSent()).isFalse();
	}

	@Test
	void aLossFailsAJoinedCallToo() {
		CompletableFuture<CompletableFuture<String>> inner = new CompletableFuture<>();
		CompletableFuture<String> result = this.work.plain(() -> {
			inner.complete(this.work.plain(this::body));
			return inner.join();
		});
		this.redlock.grantFreely().lose();
		this.body.complete("inner");
		assertThat(cause(inner.join())).isInstanceOf(LeaseLostException.class);
		assertThat(cause(result)).isInstanceOf(LeaseLostException.class);
	}

	@Test
	void aLossCancelsTheWorkOfAJoinedCallThatWantsThat() {
		CompletableFuture<CompletableFuture<String>> inner = new CompletableFuture<>();
		this.work.plain(() -> {
			inner.complete(this.work.interrupted(this::body));
			return inner.join();
		});
		ManualLease lease = this.redlock.grantFreely();
		assertThat(this.body).isNotDone();
		lease.lose();
		assertThat(this.body).isCancelled();
		assertThat(cause(inner.join())).isInstanceOf(LeaseLostException.class);
	}

	@Test
	void workThatHasEndedLeavesNothingWithTheLeaseThatItJoined() {
		List<WeakReference<?>> ended = new ArrayList<>();
		this.work.plain(() -> {
			for (int i = 0; i < MANY; i++) {
				CompletableFuture<String> inner = new CompletableFuture<>();
				this.work.interrupted(() -> this.work.interrupted(() -> inner));
				inner.complete("inner");
				ended.add(new WeakReference<>(inner));
			}
			return this.work.interrupted(this::body);
		});
		ManualLease lease = this.redlock.grantFreely();
		assertThat(ended).hasSize(MANY);
		assertThat(lease.awaitingLoss()).isLessThan(MANY);
		Garbage.awaitCollected(ended);
		lease.lose();
		assertThat(this.body).isCancelled();
	}

	@Test
	void aLossCancelsAllThatJoinedEvenIfOneCancelFailsAndWhatJoinsOnlyThen() {
		CompletableFuture<String> failing = new CompletableFuture<>() {

			@Override
			public boolean cancel(boolean mayInterruptIfRunning) {
				throw new IllegalStateException("can't be cancelled");
			}

		};
		List<CompletableFuture<String>> others = Stream.generate(CompletableFuture<String>::new).limit(MANY).toList();
		CompletableFuture<String> late = new CompletableFuture<>();
		this.work.plain(() -> {
			this.work.interrupted(() -> failing);
			others.forEach((other) -> this.work.interrupted(() -> other));
			return this.work.interrupted(() -> this.work.interrupted(() -> {
				((ManualLease) LockContext.currentLease()).lose();
				return late;
			}));
		});
		this.redlock.grantFreely();
		assertThat(others).allMatch(CompletableFuture::isCancelled);
		assertThat(late).isCancelled();
	}

	@Test
	void aCancelThatIsNotForALossIsWhatAJoinedCallEndsWith() {
		CompletableFuture<CompletableFuture<String>> inner = new CompletableFuture<>();
		this.work.plain(() -> {
			inner.complete(this.work.interrupted(this::body));
			return inner.join();
		});
		this.redlock.grantFreely();
		this.body.cancel(true);
		assertThat(inner.join()).isCancelled();
	}

	@Test
	void aJoinedCallThatThrowsOrReturnsNothingFailsItsFuture() {
		CompletableFuture<String> result = this.work.plain(() -> this.work.plain(() -> {
			throw new UnsupportedOperationException("body");
		}).exceptionallyCompose((ex) -> this.work.plain(() -> null)));
		this.redlock.grantFreely();
		assertThat(cause(result)).isInstanceOf(NullPointerException.class)
			.hasMessageContaining("returned null instead of a stage");
	}

	@Test
	void anInnerCallThatTheOuterOneDoesNotWaitForFails() {
		CompletableFuture<CompletableFuture<String>> inner = new CompletableFuture<>();
		CompletableFuture<String> result = this.work.plain(() -> {
			inner.complete(this.work.plain(this::body));
			return CompletableFuture.completedFuture("outer");
		});
		this.redlock.grantFreely();
		assertThat(result).isCompletedWithValue("outer");
		this.body.complete("inner");
		assertThat(cause(inner.join())).isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("released the lock before");
	}

}
