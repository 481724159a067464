package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactory;

import dev.redlock.Redlock;

/**
 * Puts the locks around methods with {@link dev.redlock.annotation.DistributedLock}.
 */
public final class DistributedLockAdvisor extends AbstractPointcutAdvisor {

	private final transient LockDefinitionSource definitions;

	private final transient DistributedLockInterceptor advice;

	/**
	 * Creates the advisor.
	 * @param definitions finds the annotations
	 * @param beanFactory for bean references in keys
	 * @param redlock the locks, asked for at the first call
	 * @param order the order among other advisors; a lower value runs further outside
	 */
	public DistributedLockAdvisor(LockDefinitionSource definitions, BeanFactory beanFactory, Supplier<Redlock> redlock,
			int order) {
		this.definitions = definitions;
		this.advice = new DistributedLockInterceptor(definitions, beanFactory, redlock);
		setOrder(order);
	}

	@Override
	public Pointcut getPointcut() {
		return new LockedMethods(this.definitions);
	}

	@Override
	public DistributedLockInterceptor getAdvice() {
		return this.advice;
	}

	private static final class LockedMethods extends StaticMethodMatcherPointcut {

		private final LockDefinitionSource definitions;

		LockedMethods(LockDefinitionSource definitions) {
			this.definitions = definitions;
			setClassFilter(definitions::isCandidate);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return this.definitions.isAnnotated(method, targetClass);
		}

	}

}
