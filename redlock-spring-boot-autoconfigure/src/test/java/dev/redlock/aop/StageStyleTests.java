package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.api.Test;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods that return a stage, step by step.
 */
class StageStyleTests extends AbstractStageTests {

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
	void locksOfTheApplicationMayPassARefusalOn() {
		StubRedlock wrapping = new StubRedlock() {
			@Override
			public CompletableFuture<Lease> acquireAsync(LockRequest request) {
				return StageStyleTests.this.redlock.acquireAsync(request).thenApply((lease) -> lease);
			}

			@Override
			public <T> T execute(LockRequest request, LockedAction<T> action) {
				throw new UnsupportedOperationException();
			}
		};
		try (AnnotationConfigApplicationContext context = AopContexts.of(wrapping, Work.class)) {
			CompletableFuture<String> skipped = context.getBean(Work.class).skipping(this::body);
			this.redlock.refuse();
			assertThat(skipped).isCompletedWithValue(null);
		}
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

	@Aspect
	static class Inside {

		private volatile String seen = "";

		@Before("execution(* dev.redlock.aop.AbstractStageTests.Work.plain(..)) && args(body)")
		void before(JoinPoint point, Supplier<?> body) {
			this.seen = point.getSignature().getName() + " with "
					+ LockContext.currentLease().resources().iterator().next();
		}

	}

}
