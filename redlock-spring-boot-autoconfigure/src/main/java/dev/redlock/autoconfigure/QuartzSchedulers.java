package dev.redlock.autoconfigure;

import java.util.Arrays;
import java.util.List;

import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Schedulers of Quartz, which wait for their jobs when they are destroyed, if they were
 * told to, and not when they are stopped.
 */
final class QuartzSchedulers {

	private QuartzSchedulers() {
	}

	/**
	 * Returns the names of those that run jobs.
	 * @param beanFactory has them
	 */
	static List<String> withJobs(ConfigurableListableBeanFactory beanFactory) {
		return Arrays.stream(beanFactory.getBeanNamesForType(Scheduler.class, false, false))
			.filter((name) -> beanFactory.containsSingleton(name)
					&& runsJobs(beanFactory.getBean(name, Scheduler.class)))
			.toList();
	}

	private static boolean runsJobs(Scheduler scheduler) {
		try {
			return !scheduler.getCurrentlyExecutingJobs().isEmpty();
		}
		catch (SchedulerException ex) {
			// As that of another process, which does not tell.
			return true;
		}
	}

}
