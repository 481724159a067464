package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Set;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Annotated methods that return a future to a scheduler, which ignores it. All that fails
 * is in there, so that nobody would ever hear of a lock that could not be had.
 */
final class ScheduledFutures {

	private static final Logger logger = LoggerFactory.getLogger(ScheduledFutures.class);

	private ScheduledFutures() {
	}

	/**
	 * Warns about those of a bean.
	 * @param bean the name of the bean
	 * @param methods its annotated methods
	 */
	static void warn(String bean, Set<Method> methods) {
		for (Method method : methods) {
			// Of a publisher, Spring logs the errors itself.
			if (ReturnStyles.isFuture(method.getReturnType())
					&& MergedAnnotations.from(method).isPresent(Scheduled.class)) {
				logger.warn("Bean '{}': the scheduler ignores the {} that {}.{} returns, and with it all that fails: "
						+ "a lock that can't be had or is lost, and what the method throws. Return void and wait for "
						+ "the work with join(), or, with Reactor, return a Mono<Void>.", bean,
						method.getReturnType().getSimpleName(), method.getDeclaringClass().getName(), method.getName());
			}
		}
	}

}
