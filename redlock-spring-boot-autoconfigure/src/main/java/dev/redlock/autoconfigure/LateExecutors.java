package dev.redlock.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Executors whose tasks may still run when everything with a lifecycle has stopped, since
 * they wait for them when they are destroyed: those of virtual threads, for instance.
 */
final class LateExecutors {

	private final List<Executor> executors;

	private LateExecutors(List<Executor> executors) {
		this.executors = executors;
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
		return new LateExecutors(executors);
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
		return this.executors.isEmpty();
	}

	/**
	 * Returns whether one of them waits for as long as a task likes: an
	 * {@link ExecutorService} is closed within a day.
	 */
	boolean mayWaitForever() {
		return this.executors.stream().anyMatch(ExecutorService.class::isInstance);
	}

}
