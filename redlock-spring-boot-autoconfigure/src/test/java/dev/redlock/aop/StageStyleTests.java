package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.mock.env.MockEnvironment;

import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;
import dev.redlock.annotation.WhenLost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Methods that return a stage, step by step.
 */
class StageStyleTests {

	private final ManualRedlock redlock = new ManualRedlock();

	private final CompletableFuture<String> body = new CompletableFuture<>();

	private int calls;

	private AnnotationConfigApplicationContext context;

	private Work work;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock, new MockEnvironment(), Work.class);
		this.work = this.context.getBean(Work.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	private CompletableFuture<String> body() {
		this.calls++;
		return this.body;
	}

	@Test
	void theCallReturnsBeforeTheLockIsThereAndTheMethodRunsOnceWithIt() {
		CompletableFuture<String> result = this.work.plain(this::body);
		assertThat(result).isNotDone();
		assertThat(this.calls).isZero();
		this.redlock.grant();
		assertThat(this.calls).isEqualTo(1);
		assertThat(result).isNotDone();
	}

	@Test
	void theResultComesWhenTheReleaseIsConfirmed() {
		CompletableFuture<String> result = this.work.plain(this::body);
		ManualLease lease = this.redlock.grant();
		assertThat(lease.isReleaseSent()).isFalse();
		this.body.complete("done");
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(result).isNotDone();
		lease.confirmRelease();
		assertThat(result).isCompletedWithValue("done");
	}

	@Test
	void theLeaseIsInTheContextWhileTheMethodRuns() {
		CompletableFuture<String> result = this.work
			.plain(() -> CompletableFuture.completedFuture(String.join(",", LockContext.currentLease().resources())));
		this.redlock.grantFreely();
		assertThat(result).isCompletedWithValue("a");
		assertThat(LockContext.findLease()).isEmpty();
	}

	@Test
	void theMethodSeesTheClassLoaderOfItsCallerAndLeavesThatOfTheThread() {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		ClassLoader loader = new ClassLoader(before) {
		};
		thread.setContextClassLoader(loader);
		CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
		try {
			this.work.plain(() -> {
				seen.complete(Thread.currentThread().getContextClassLoader());
				return body();
			});
		}
		finally {
			thread.setContextClassLoader(before);
		}
		assertThat(CompletableFuture.supplyAsync(() -> {
			ClassLoader own = Thread.currentThread().getContextClassLoader();
			this.redlock.grant();
			return Thread.currentThread().getContextClassLoader() == own;
		})).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(true);
		assertThat(seen).isCompletedWithValue(loader);
	}

	@Test
	void anExceptionOfTheBodyKeepsItsTypeAndReleases() {
		CompletableFuture<String> result = this.work.plain(() -> {
			throw new UnsupportedOperationException("body");
		});
		ManualLease lease = this.redlock.grantFreely();
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(result).failsWithin(0, TimeUnit.SECONDS)
			.withThrowableOfType(ExecutionException.class)
			.havingCause()
			.isInstanceOf(UnsupportedOperationException.class)
			.withMessage("body");
	}

	@Test
	void aFailedStageFailsTheResultTheSameWay() {
		CompletableFuture<String> result = this.work.plain(() -> this.body.thenApply(String::trim));
		ManualLease lease = this.redlock.grantFreely();
		this.body.completeExceptionally(new UnsupportedOperationException("body"));
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(cause(result)).isInstanceOf(UnsupportedOperationException.class).hasMessage("body");
	}

	@Test
	void noStageIsAnErrorThatNamesTheMethod() {
		CompletableFuture<String> result = this.work.plain(() -> null);
		ManualLease lease = this.redlock.grantFreely();
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(cause(result)).isInstanceOf(NullPointerException.class)
			.hasMessageContaining("Work.plain returned null");
	}

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
	void aCancelWhileTheMethodStillRunsTakesEffectWhenItReturns() {
		CompletableFuture<CompletableFuture<String>> result = new CompletableFuture<>();
		boolean[] released = new boolean[1];
		result.complete(this.work.plain(() -> {
			result.join().cancel(true);
			released[0] = LockContext.currentLease().isValid();
			return body();
		}));
		ManualLease lease = this.redlock.grant();
		assertThat(released[0]).isTrue();
		assertThat(this.body).isCancelled();
		assertThat(lease.isReleaseSent()).isTrue();
	}

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

	@Test
	void aRefusalFailsSkipsOrFallsBack() {
		CompletableFuture<String> failed = this.work.plain(this::body);
		this.redlock.refuse();
		assertThat(cause(failed)).isInstanceOf(LockHeldException.class);
		CompletableFuture<String> skipped = this.work.skipping(this::body);
		this.redlock.refuse();
		assertThat(skipped).isCompletedWithValue(null);
		CompletableFuture<String> replaced = this.work.fallingBack(this::body);
		this.redlock.refuse();
		assertThat(replaced).isCompletedWithValue("instead");
		assertThat(this.calls).isZero();
	}

	@Test
	void aRequestThatCanNotBeFailsTheResultAndNotTheCall() {
		this.redlock.failWith(new IllegalArgumentException("ttl"));
		assertThat(cause(this.work.plain(this::body))).isInstanceOf(IllegalArgumentException.class).hasMessage("ttl");
	}

	@Test
	void adviceInsideTheLockFindsItsJoinPointOnTheOtherThread() throws Exception {
		try (AnnotationConfigApplicationContext inner = AopContexts.of(this.redlock, (context) -> {
			AopConfigUtils.registerAspectJAnnotationAutoProxyCreatorIfNecessary(context);
			context.registerBean(Inside.class);
			context.registerBean(Work.class);
		})) {
			CompletableFuture<String> result = inner.getBean(Work.class).plain(this::body);
			CompletableFuture.runAsync(this.redlock::grantFreely).get(10, TimeUnit.SECONDS);
			this.body.complete("done");
			assertThat(result).isCompletedWithValue("done");
			assertThat(inner.getBean(Inside.class).seen).isEqualTo("plain with a");
		}
	}

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

	private static Throwable cause(CompletableFuture<?> result) {
		return assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> result.get(0, TimeUnit.SECONDS))
			.actual()
			.getCause();
	}

	@Aspect
	static class Inside {

		private volatile String seen = "";

		@Before("execution(* dev.redlock.aop.StageStyleTests.Work.plain(..)) && args(body)")
		void before(JoinPoint point, Supplier<?> body) {
			this.seen = point.getSignature().getName() + " with "
					+ LockContext.currentLease().resources().iterator().next();
		}

	}

	static class Work {

		@DistributedLock("'a'")
		CompletableFuture<String> plain(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		@DistributedLock("'a'")
		CompletionStage<String> stage(Supplier<CompletionStage<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenLost = WhenLost.INTERRUPT)
		CompletableFuture<String> interrupted(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenLost = WhenLost.IGNORE)
		CompletableFuture<String> ignoring(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenHeld = WhenHeld.SKIP)
		CompletableFuture<String> skipping(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", fallbackMethod = "instead")
		CompletableFuture<String> fallingBack(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		CompletableFuture<String> instead(Supplier<CompletableFuture<String>> body) {
			return CompletableFuture.completedFuture("instead");
		}

	}

}
