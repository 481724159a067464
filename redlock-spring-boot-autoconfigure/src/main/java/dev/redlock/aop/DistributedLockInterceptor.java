package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.function.SingletonSupplier;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;

/**
 * Runs annotated methods under their locks. Thread-safe.
 */
final class DistributedLockInterceptor implements MethodInterceptor {

	private final LockDefinitions definitions;

	private final LockRequests requests;

	private final SingletonSupplier<Redlock> redlock;

	private final SingletonSupplier<LockObserver> observer;

	private final SingletonSupplier<CallbackThreads> threads;

	DistributedLockInterceptor(LockDefinitionSource definitions, BeanFactory beanFactory, Supplier<Redlock> redlock) {
		this(definitions::find, new LockExpressions(beanFactory)::request, beanFactory, redlock);
	}

	DistributedLockInterceptor(LockDefinitions definitions, LockRequests requests, BeanFactory beanFactory,
			Supplier<Redlock> redlock) {
		this.definitions = definitions;
		this.requests = requests;
		this.redlock = SingletonSupplier.of(() -> ContextualRedlock.undecorated(redlock.get()));
		this.observer = SingletonSupplier
			.of(() -> beanFactory.getBeanProvider(LockObserver.class).getIfAvailable(LockObserver::none));
		this.threads = SingletonSupplier
			.of(() -> beanFactory.getBeanProvider(CallbackThreads.class).getIfAvailable(CallbackThreads::ofPlatform));
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Method method = invocation.getMethod();
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? Targets.type(target) : method.getDeclaringClass();
		LockDefinition definition = this.definitions.find(method, targetClass);
		if (definition == null) {
			return invocation.proceed();
		}
		LockRequest request = this.requests.request(definition, invocation.getArguments(), target, targetClass);
		if (request == null) {
			return invocation.proceed();
		}
		Redlock redlock = this.redlock.obtain();
		LockedCall call = new LockedCall(invocation, definition, request, redlock, this.observer.obtain(),
				this.threads.obtain());
		Frame held = definition.style().joinsByThread() ? LockContext.joinable(redlock, request) : null;
		return (held != null) ? join(call, held) : definition.style().run(call);
	}

	private static @Nullable Object join(LockedCall call, Frame held) throws Throwable {
		Frame outer = LockContext.join(held);
		try {
			return call.definition().style().join(call);
		}
		finally {
			LockContext.leave(outer);
		}
	}

}
