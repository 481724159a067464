package dev.redlock.aop;

import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.aspectj.weaver.loadtime.Agent;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import dev.redlock.Redlock;

/**
 * Tells the {@link DistributedLockAspect} what to do as long as an application context
 * lives: from before its first bean is made until its last one is gone. With several
 * contexts in one JVM, the one that was started last counts: also if it is an old one
 * that was paused meanwhile, as tests do.
 */
public final class DistributedLockWeaving implements BeanFactoryPostProcessor, SmartLifecycle, DisposableBean {

	private final MethodInterceptor interceptor;

	private volatile boolean running;

	private DistributedLockWeaving(MethodInterceptor interceptor) {
		this.interceptor = interceptor;
	}

	/**
	 * Returns the weaving that locks.
	 * @param definitions finds the annotations
	 * @param beanFactory for bean references in keys
	 * @param redlock the locks, asked for at the first call
	 * @return the weaving
	 */
	public static DistributedLockWeaving locking(LockDefinitionSource definitions, BeanFactory beanFactory,
			Supplier<Redlock> redlock) {
		return new DistributedLockWeaving(new WovenLocks(definitions, beanFactory, redlock));
	}

	/**
	 * Returns the weaving that runs methods as they are, for an application that weaves,
	 * but not because of the locks.
	 * @return the weaving
	 */
	public static DistributedLockWeaving passing() {
		// Not a method reference, since each context removes its own.
		return new DistributedLockWeaving(new MethodInterceptor() {

			@Override
			public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
				return invocation.proceed();
			}

		});
	}

	/**
	 * Returns whether classes are woven in this JVM by the agent of AspectJ.
	 * @return whether the agent is there
	 */
	public static boolean hasAgent() {
		return isStarted(Agent.class.getClassLoader()) || isStarted(ClassLoader.getSystemClassLoader());
	}

	/**
	 * Returns whether a copy of the agent was started: that of the application is not, if
	 * its class loader prefers its own.
	 */
	private static boolean isStarted(@Nullable ClassLoader classLoader) {
		try {
			Class<?> agent = ClassUtils.forName(Agent.class.getName(), classLoader);
			return ReflectionUtils.invokeMethod(ClassUtils.getMethod(agent, "getInstrumentation"), null) != null;
		}
		catch (UnsupportedOperationException | ClassNotFoundException | LinkageError ex) {
			return false;
		}
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		DistributedLockAspect.aspectOf().use(this.interceptor);
	}

	@Override
	public void start() {
		this.running = true;
		DistributedLockAspect.aspectOf().use(this.interceptor);
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		// Others may lock when they start.
		return Integer.MIN_VALUE;
	}

	@Override
	public void destroy() {
		DistributedLockAspect.aspectOf().remove(this.interceptor);
	}

}
