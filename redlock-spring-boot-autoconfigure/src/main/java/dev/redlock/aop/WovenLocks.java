package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

import dev.redlock.Redlock;

/**
 * Runs woven methods under their locks. Thread-safe.
 */
final class WovenLocks implements MethodInterceptor {

	private final KeysInTheMaking keys = new KeysInTheMaking();

	private final DistributedLockInterceptor locks;

	WovenLocks(LockDefinitionSource definitions, BeanFactory beanFactory, Supplier<Redlock> redlock) {
		LockExpressions expressions = new LockExpressions(beanFactory);
		this.locks = new DistributedLockInterceptor(
				new ExecutedMethods(definitions), (definition, arguments, target, targetClass) -> this.keys
					.during(target, () -> expressions.request(definition, arguments, target, targetClass)),
				beanFactory, redlock);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		return isAskedForKey(invocation) ? invocation.proceed() : this.locks.invoke(invocation);
	}

	/**
	 * Returns whether a key of the object needs the method, which only a lock of the
	 * class is around.
	 */
	private boolean isAskedForKey(MethodInvocation invocation) {
		Object target = invocation.getThis();
		if (target == null || !this.keys.contain(target)) {
			return false;
		}
		Method method = invocation.getMethod();
		LockAnnotation annotation = LockAnnotation.find(method, method, Targets.type(target));
		return annotation != null && annotation.source() == null;
	}

}
