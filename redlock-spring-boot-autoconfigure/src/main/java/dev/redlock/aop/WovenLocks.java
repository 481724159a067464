package dev.redlock.aop;

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
		return this.keys.contain(invocation.getThis()) ? invocation.proceed() : this.locks.invoke(invocation);
	}

}
