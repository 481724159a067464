package dev.redlock.aop;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;

import org.aopalliance.intercept.MethodInvocation;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import org.jspecify.annotations.Nullable;

/**
 * A call that was woven, as interceptors see calls of proxies.
 *
 * @param joinPoint the call
 */
record JoinPointInvocation(ProceedingJoinPoint joinPoint) implements MethodInvocation {

	@Override
	public Method getMethod() {
		return ((MethodSignature) this.joinPoint.getSignature()).getMethod();
	}

	@Override
	public @Nullable Object[] getArguments() {
		return this.joinPoint.getArgs();
	}

	@Override
	public @Nullable Object proceed() throws Throwable {
		return this.joinPoint.proceed();
	}

	@Override
	public @Nullable Object getThis() {
		return this.joinPoint.getTarget();
	}

	@Override
	public AccessibleObject getStaticPart() {
		return getMethod();
	}

}
