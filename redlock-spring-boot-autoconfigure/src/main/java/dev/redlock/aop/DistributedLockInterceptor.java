package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.function.SingletonSupplier;

import dev.redlock.Lease;
import dev.redlock.LockInterruptedException;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;
import dev.redlock.Redlock;

/**
 * Runs annotated methods under their locks. Thread-safe.
 */
final class DistributedLockInterceptor implements MethodInterceptor {

	private final LockDefinitionSource definitions;

	private final LockKeyEvaluator keys;

	private final SingletonSupplier<Redlock> redlock;

	DistributedLockInterceptor(LockDefinitionSource definitions, BeanFactory beanFactory, Supplier<Redlock> redlock) {
		this.definitions = definitions;
		this.keys = new LockKeyEvaluator(beanFactory);
		this.redlock = SingletonSupplier.of(redlock);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Method method = invocation.getMethod();
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? target.getClass() : method.getDeclaringClass();
		LockDefinition definition = this.definitions.find(method, targetClass);
		if (definition == null || target == null) {
			return invocation.proceed();
		}
		LockRequest request = definition.hasKey()
				? definition.request(this.keys.keys(definition, invocation.getArguments(), target, targetClass))
				: definition.template();
		return locked(invocation, request);
	}

	private @Nullable Object locked(MethodInvocation invocation, LockRequest request) throws Throwable {
		LockedCall call = new LockedCall(invocation);
		try {
			return this.redlock.obtain().<@Nullable Object>execute(request, call);
		}
		catch (BodyException ex) {
			throw ex.getCause();
		}
		catch (InterruptedException ex) {
			if (call.entered || declaresInterruptedException(invocation.getMethod())) {
				throw ex;
			}
			Thread.currentThread().interrupt();
			throw new LockInterruptedException(request.resources(), ex);
		}
	}

	private static boolean declaresInterruptedException(Method method) {
		return Arrays.stream(method.getExceptionTypes())
			.anyMatch((type) -> type.isAssignableFrom(InterruptedException.class));
	}

	/**
	 * The annotated method, run under its lease.
	 */
	private static final class LockedCall implements LockedAction<@Nullable Object> {

		private final MethodInvocation invocation;

		private boolean entered;

		LockedCall(MethodInvocation invocation) {
			this.invocation = invocation;
		}

		@Override
		public @Nullable Object run(Lease lease) throws Exception {
			this.entered = true;
			Lease outer = LockContext.enter(lease);
			try {
				return this.invocation.proceed();
			}
			catch (Exception | Error ex) {
				throw ex;
			}
			catch (Throwable ex) {
				throw new BodyException(ex);
			}
			finally {
				LockContext.leave(outer);
			}
		}

	}

	/**
	 * Carries a throwable that is neither an exception nor an error.
	 */
	private static final class BodyException extends Exception {

		BodyException(Throwable cause) {
			super(cause);
		}

	}

}
