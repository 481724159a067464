package dev.redlock.aop;

import java.util.ArrayList;
import java.util.List;

import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.DeclarePrecedence;
import org.jspecify.annotations.Nullable;

/**
 * Puts the locks into the methods themselves, where AspectJ weaves classes when they are
 * loaded, so that a call of {@code this.method()} is guarded as well. For the weaver
 * only; the property {@code redlock.aop.mode=aspectj} puts it to use.
 */
@Aspect
@DeclarePrecedence("org.springframework.scheduling.aspectj.*, dev.redlock.aop.DistributedLockAspect, "
		+ "org.springframework.transaction.aspectj.*, org.springframework.cache.aspectj.*")
public final class DistributedLockAspect {

	// Woven methods ask for it by a static method, before there is any application
	// context.
	private static final DistributedLockAspect instance = new DistributedLockAspect();

	private volatile List<MethodInterceptor> interceptors = List.of();

	private DistributedLockAspect() {
	}

	/**
	 * Returns the aspect. The weaver would add this method, but not if an application
	 * limits the weaving to classes of its own, whose methods call it all the same.
	 * @return the aspect
	 */
	public static DistributedLockAspect aspectOf() {
		return instance;
	}

	/**
	 * Tells the weaver that the aspect needs nothing to be added.
	 * @return {@code true}
	 */
	public static boolean hasAspect() {
		return true;
	}

	/**
	 * Runs a method under its lock.
	 * @param joinPoint the call
	 * @return what the caller gets
	 * @throws Throwable what the method throws, or why it was not run
	 * @throws IllegalStateException if no application context is there to lock
	 */
	// (@DistributedLock *)+ would be any class.
	@Around("!within(java.lang.reflect.Proxy+) && !within(*..*$$SpringCGLIB$$*) " + "&& !within(*..*$MockitoMock$*) "
			+ "&& (execution(@dev.redlock.annotation.DistributedLock * *(..)) "
			+ "|| execution(@(@dev.redlock.annotation.DistributedLock *) * *(..)) "
			+ "|| ((execution(public !static * (@dev.redlock.annotation.DistributedLock Object+)+.*(..)) "
			+ "|| execution(public !static * (@(@dev.redlock.annotation.DistributedLock *) Object+)+.*(..))) "
			+ "&& !execution(boolean equals(Object)) && !execution(int hashCode()) && !execution(String toString())))")
	public @Nullable Object guard(ProceedingJoinPoint joinPoint) throws Throwable {
		MethodInterceptor interceptor = latest();
		if (interceptor == null) {
			throw new IllegalStateException(
					("%s has a @DistributedLock, but no application context of Redlock is running that could lock it. Call "
							+ "it after the application has started and before it is closed, or leave dev.redlock out of the "
							+ "weaving")
						.formatted(joinPoint.getSignature().toShortString()));
		}
		return interceptor.invoke(new JoinPointInvocation(joinPoint));
	}

	private @Nullable MethodInterceptor latest() {
		List<MethodInterceptor> all = this.interceptors;
		return all.isEmpty() ? null : all.get(all.size() - 1);
	}

	/**
	 * Uses an interceptor from now on.
	 */
	synchronized void use(MethodInterceptor interceptor) {
		List<MethodInterceptor> all = without(interceptor);
		all.add(interceptor);
		this.interceptors = all;
	}

	/**
	 * Goes back to the interceptor that was in use before, if any.
	 */
	synchronized void remove(MethodInterceptor interceptor) {
		this.interceptors = without(interceptor);
	}

	private List<MethodInterceptor> without(MethodInterceptor interceptor) {
		List<MethodInterceptor> others = new ArrayList<>(this.interceptors);
		others.remove(interceptor);
		return others;
	}

}
