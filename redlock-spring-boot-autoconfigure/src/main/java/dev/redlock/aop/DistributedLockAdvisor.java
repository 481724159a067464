package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactory;

import dev.redlock.Redlock;

/**
 * Puts the locks around methods with {@link dev.redlock.annotation.DistributedLock}.
 */
public final class DistributedLockAdvisor extends AbstractPointcutAdvisor {

	private final transient Pointcut pointcut;

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
		this.pointcut = new LockedMethods(definitions);
		this.advice = new DistributedLockInterceptor(definitions, beanFactory, redlock);
		setOrder(order);
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public DistributedLockInterceptor getAdvice() {
		return this.advice;
	}

	/**
	 * What is a candidate depends on classes alone, so that all of these are alike: by
	 * their text Spring decides whether a proxy needs a class of its own.
	 */
	private static final class LockedMethods extends StaticMethodMatcherPointcut implements ClassFilter {

		private final LockDefinitionSource definitions;

		LockedMethods(LockDefinitionSource definitions) {
			this.definitions = definitions;
			setClassFilter(this);
		}

		@Override
		public boolean matches(Class<?> type) {
			return this.definitions.isCandidate(type);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return this.definitions.isAnnotated(method, targetClass);
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof LockedMethods;
		}

		@Override
		public int hashCode() {
			return LockedMethods.class.hashCode();
		}

		@Override
		public String toString() {
			return "methods with @DistributedLock";
		}

	}

}
