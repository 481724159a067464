package dev.redlock.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.ClassUtils;

/**
 * Executors whose tasks may still run when everything with a lifecycle has stopped, since
 * they wait for them when they are destroyed: those of virtual threads, for instance, and
 * schedulers of Quartz.
 */
final class LateExecutors {

	/** By its name, since it need not be on the class path. */
	static final String QUARTZ = "org.quartz.Scheduler";

	private final List<Executor> executors;

	private final boolean quartz;

	private LateExecutors(List<Executor> executors, boolean quartz) {
		this.executors = executors;
		this.quartz = quartz;
	}

	/**
	 * Has those of an application destroyed before a bean that their tasks need.
	 * @param bean the name of the bean
	 * @param beanFactory has the bean and the executors
	 * @return the executors
	 */
	static LateExecutors destroyBefore(String bean, ConfigurableListableBeanFactory beanFactory) {
		List<Executor> executors = new ArrayList<>();
		for (String name : beanFactory.getBeanNamesForType(Executor.class, false, false)) {
			if (beanFactory.getSingleton(name) instanceof Executor executor && mayHaveTasks(executor)) {
				beanFactory.registerDependentBean(bean, name);
				executors.add(executor);
			}
		}
		List<String> schedulers = ClassUtils.isPresent(QUARTZ, beanFactory.getBeanClassLoader())
				? QuartzSchedulers.withJobs(beanFactory) : List.of();
		schedulers.forEach((name) -> beanFactory.registerDependentBean(bean, name));
		return new LateExecutors(executors, !schedulers.isEmpty());
	}

	private static boolean mayHaveTasks(Executor executor) {
		// Pools have waited already, but not for longer than the time-out of a phase.
		if (executor instanceof ThreadPoolTaskExecutor pool) {
			return pool.getActiveCount() > 0;
		}
		if (executor instanceof ThreadPoolTaskScheduler pool) {
			return pool.getActiveCount() > 0;
		}
		return executor instanceof AutoCloseable;
	}

	boolean isEmpty() {
		return this.executors.isEmpty() && !this.quartz;
	}

	/**
	 * Returns whether one of them waits for as long as a task likes: an
	 * {@link ExecutorService} is closed within a day. Quartz waits for its jobs only if
	 * it was told to.
	 */
	boolean mayWaitForever() {
		return this.executors.stream().anyMatch(ExecutorService.class::isInstance);
	}

}
