package dev.redlock.aop;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.redlock.LossPolicy;

/**
 * For methods with {@code @Async} that return a {@link Future}. Since {@code @Async} runs
 * outside of all other advice, we are on a thread of its executor, which may wait: for
 * the lock, and under the lock for what the method returned, as {@code @Async} itself
 * does.
 */
final class FutureStyle implements ReturnStyle {

	private final ReturnStyle blocking;

	private final ResultCheck check;

	/**
	 * Creates the style.
	 * @param blocking holds the lock until the call returns
	 * @param check checks what is in the future
	 */
	FutureStyle(ReturnStyle blocking, ResultCheck check) {
		this.blocking = blocking;
		this.check = check;
	}

	@Override
	public @Nullable Object run(LockedCall call) throws Throwable {
		return this.blocking
			.run(call.with(new Awaiting(call, this.check, call.request().whenLost() == LossPolicy.INTERRUPT)));
	}

	@Override
	public @Nullable Object join(LockedCall call) throws Throwable {
		// An interrupt is a matter of the outer call.
		return this.blocking.join(call.with(new Awaiting(call, this.check, false)));
	}

	@Override
	public CompletableFuture<@Nullable Object> skipped() {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Goes on only when the returned future is complete.
	 *
	 * @param call the call
	 * @param check checks what is in the future
	 * @param interruptible whether the loss of the lease interrupts it, which whoever
	 * guards the lease then tells the caller
	 */
	private record Awaiting(LockedCall call, ResultCheck check, boolean interruptible) implements MethodInvocation {

		@Override
		public @Nullable Object proceed() throws Throwable {
			Object result = this.call.invocation().proceed();
			if (result instanceof Future<?> future) {
				await(future);
			}
			return result;
		}

		private void await(Future<?> future) throws Throwable {
			try {
				this.check.requireDone(this.call, future.get());
			}
			catch (ExecutionException ex) {
				throw (ex.getCause() != null) ? ex.getCause() : ex;
			}
			catch (InterruptedException ex) {
				future.cancel(true);
				if (!this.interruptible || LockContext.currentLease().loss().isEmpty()) {
					throw ex;
				}
			}
		}

		@Override
		public Method getMethod() {
			return this.call.invocation().getMethod();
		}

		@Override
		public @Nullable Object[] getArguments() {
			return this.call.invocation().getArguments();
		}

		@Override
		public @Nullable Object getThis() {
			return this.call.invocation().getThis();
		}

		@Override
		public AccessibleObject getStaticPart() {
			return this.call.invocation().getStaticPart();
		}

	}

}
