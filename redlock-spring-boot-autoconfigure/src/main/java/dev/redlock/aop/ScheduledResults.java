package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.scheduling.annotation.Scheduled;

import dev.redlock.annotation.DistributedLock;

/**
 * Annotated methods whose result a scheduler does not treat as they may expect. It
 * ignores a future: all that fails is in there, so that nobody would ever hear of a lock
 * that could not be had. For a publisher it calls the method once and then subscribes
 * again and again.
 */
final class ScheduledResults {

	private static final Logger logger = LoggerFactory.getLogger(ScheduledResults.class);

	private static final SpelExpressionParser parser = new SpelExpressionParser();

	private ScheduledResults() {
	}

	/**
	 * Warns about those of a bean.
	 * @param bean the name of the bean
	 * @param methods its annotated methods
	 * @param type its class
	 */
	static void warn(String bean, Set<Method> methods, Class<?> type) {
		methods.stream()
			.filter((method) -> MergedAnnotations.from(method).isPresent(Scheduled.class))
			.forEach((method) -> warn(bean, method, type));
	}

	private static void warn(String bean, Method method, Class<?> type) {
		if (ReturnStyles.isFuture(method.getReturnType())) {
			// Of a publisher, Spring logs the errors itself.
			logger.warn("Bean '{}': the scheduler ignores the {} that {}.{} returns, and with it all that fails: "
					+ "a lock that can't be had or is lost, and what the method throws. Return void and wait for "
					+ "the work with join(), or, with Reactor, return a Mono<Void>.", bean,
					method.getReturnType().getSimpleName(), method.getDeclaringClass().getName(), method.getName());
		}
		else if (ReturnStyles.isUnfinished(method.getReturnType()) && mayChange(method, type)) {
			logger.warn("Bean '{}': the scheduler calls {}.{} once for the {} that it subscribes to each time, so that "
					+ "key and condition of its lock are evaluated once. Return void and wait for the work with block(), "
					+ "or give it neither a condition nor a key that changes.", bean,
					method.getDeclaringClass().getName(), method.getName(), method.getReturnType().getSimpleName());
		}
	}

	private static boolean mayChange(Method method, Class<?> type) {
		LockAnnotation annotation = LockAnnotation.find(method, method, type);
		if (annotation == null) {
			return false;
		}
		DistributedLock lock = annotation.lock();
		return Stream.of(lock.value(), lock.key(), lock.condition())
			.anyMatch((text) -> !text.isEmpty() && !(parser.parseRaw(text).getAST() instanceof Literal));
	}

}
