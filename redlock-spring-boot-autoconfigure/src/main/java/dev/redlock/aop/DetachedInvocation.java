package dev.redlock.aop;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

/**
 * The rest of a call that goes on after its interceptor has returned, as often as wanted
 * and on any thread.
 */
final class DetachedInvocation implements MethodInvocation {

	private final MethodInvocation invocation;

	private final @Nullable ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();

	private DetachedInvocation(MethodInvocation invocation) {
		this.invocation = copy(invocation);
	}

	private static MethodInvocation copy(MethodInvocation invocation) {
		return (invocation instanceof ProxyMethodInvocation proxied) ? proxied.invocableClone() : invocation;
	}

	/**
	 * Returns a call that is not tied to the current thread.
	 */
	static LockedCall detach(LockedCall call) {
		return call.with(new DetachedInvocation(call.invocation()));
	}

	@Override
	public @Nullable Object proceed() throws Throwable {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		// A thread of ours, or of a pool, need not have that of the application.
		thread.setContextClassLoader(this.contextClassLoader);
		try {
			// Advice of AspectJ style looks for the invocation on its thread.
			return ExposeInvocationInterceptor.INSTANCE.invoke(copy(this.invocation));
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	@Override
	public Method getMethod() {
		return this.invocation.getMethod();
	}

	@Override
	public @Nullable Object[] getArguments() {
		return this.invocation.getArguments();
	}

	@Override
	public @Nullable Object getThis() {
		return this.invocation.getThis();
	}

	@Override
	public AccessibleObject getStaticPart() {
		return this.invocation.getStaticPart();
	}

}
