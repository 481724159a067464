package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

import dev.redlock.LockInterruptedException;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;

/**
 * Runs annotated methods under their locks. Thread-safe.
 */
final class DistributedLockInterceptor implements MethodInterceptor {

	private final LockDefinitionSource definitions;

	private final LockKeyEvaluator keys;

	private final Supplier<Redlock> redlock;

	DistributedLockInterceptor(LockDefinitionSource definitions, BeanFactory beanFactory, Supplier<Redlock> redlock) {
		this.definitions = definitions;
		this.keys = new LockKeyEvaluator(beanFactory);
		this.redlock = redlock;
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
		List<String> resolved = definition.hasKey()
				? this.keys.keys(definition.key(), method, invocation.getArguments(), target, targetClass) : List.of();
		return locked(invocation, definition.request(resolved));
	}

	private @Nullable Object locked(MethodInvocation invocation, LockRequest request) throws Throwable {
		AtomicBoolean entered = new AtomicBoolean();
		try {
			return this.redlock.get().<@Nullable Object>execute(request, (lease) -> {
				entered.set(true);
				return LockContext.call(lease, () -> proceed(invocation));
			});
		}
		catch (BodyException ex) {
			throw ex.getCause();
		}
		catch (InterruptedException ex) {
			if (entered.get() || declaresInterruptedException(invocation.getMethod())) {
				throw ex;
			}
			Thread.currentThread().interrupt();
			throw new LockInterruptedException(request.resources(), ex);
		}
	}

	private static @Nullable Object proceed(MethodInvocation invocation) throws Exception {
		try {
			return invocation.proceed();
		}
		catch (Exception | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new BodyException(ex);
		}
	}

	private static boolean declaresInterruptedException(Method method) {
		return Arrays.stream(method.getExceptionTypes())
			.anyMatch((type) -> type.isAssignableFrom(InterruptedException.class));
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
