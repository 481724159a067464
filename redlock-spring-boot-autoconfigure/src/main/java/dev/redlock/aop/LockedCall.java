package dev.redlock.aop;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.redlock.InterruptibleWork;
import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.Redlock;
import dev.redlock.annotation.WhenHeld;

/**
 * One call of an annotated method, with what to lock for it. The request is made before
 * the method runs, so that an argument that the method changes does not change what is
 * released.
 *
 * @param invocation the call
 * @param definition what its annotation says
 * @param request what to lock
 * @param redlock the locks, which know of no context
 * @param observer watches the call
 * @param threads run the method if the caller does not wait for it
 */
record LockedCall(MethodInvocation invocation, LockDefinition definition, LockRequest request, Redlock redlock,
		LockObserver observer, CallbackThreads threads) {

	/**
	 * Returns this call with another rest.
	 */
	LockedCall with(MethodInvocation invocation) {
		return new LockedCall(invocation, this.definition, this.request, this.redlock, this.observer, this.threads);
	}

	LockObservation observe() {
		return this.observer.start(this.request, null);
	}

	/**
	 * Runs the method as the innermost one under a lease on this thread.
	 */
	@Nullable Object proceed(Lease lease, LockObservation observation) throws Throwable {
		Frame outer = LockContext.enter(this.redlock, lease);
		LockObservation.Scope scope = observation.enter();
		try {
			return this.invocation.proceed();
		}
		finally {
			scope.leave();
			LockContext.leave(outer);
		}
	}

	/**
	 * Does something under a lease on this thread, which is interrupted if the lease is
	 * lost meanwhile and the request wants that.
	 */
	<T extends @Nullable Object, X extends Throwable> T interruptibly(Lease lease, Work<T, X> work) throws X {
		if (this.request.whenLost() != LossPolicy.INTERRUPT) {
			return work.run();
		}
		InterruptibleWork interruptible = InterruptibleWork.begin();
		try {
			lease.lost().thenRun(interruptible::interrupt);
			return work.run();
		}
		finally {
			interruptible.end();
		}
	}

	/**
	 * Returns what the caller gets in place of the method's result when the lock could
	 * not be had: that of the fallback method, nothing, or the exception.
	 */
	@Nullable Object refused(LockNotAcquiredException ex, LockObservation observation) throws Throwable {
		observation.refused(ex);
		FallbackMethod fallback = this.definition.fallback();
		if (ex instanceof LockHeldException && this.definition.whenHeld() == WhenHeld.SKIP) {
			return this.definition.style().skipped();
		}
		if (fallback != null) {
			LockObservation.Scope scope = observation.enter();
			try {
				return fallback.invoke(this.invocation, ex);
			}
			finally {
				scope.leave();
			}
		}
		throw ex;
	}

	/**
	 * What is done under a lease.
	 *
	 * @param <T> what it brings
	 * @param <X> what it throws
	 */
	@FunctionalInterface
	interface Work<T extends @Nullable Object, X extends Throwable> {

		T run() throws X;

	}

}
