package dev.redlock.transaction;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Aspects of an application, of different orders.
 */
final class WatchingAspects {

	private WatchingAspects() {
	}

	private static @Nullable Object watch(String name, Events events, ProceedingJoinPoint call) throws Throwable {
		events.add(name + " in");
		try {
			return call.proceed();
		}
		finally {
			events.add(name + " out");
		}
	}

	@Aspect
	@Order(0)
	static class First {

		private final Events events;

		First(Events events) {
			this.events = events;
		}

		@Around("@annotation(dev.redlock.transaction.Watched)")
		@Nullable Object watch(ProceedingJoinPoint call) throws Throwable {
			return WatchingAspects.watch("first", this.events, call);
		}

	}

	@Aspect
	@Order(Ordered.LOWEST_PRECEDENCE - 50)
	static class Late {

		private final Events events;

		Late(Events events) {
			this.events = events;
		}

		@Around("@annotation(dev.redlock.transaction.Watched)")
		@Nullable Object watch(ProceedingJoinPoint call) throws Throwable {
			return WatchingAspects.watch("late", this.events, call);
		}

	}

	@Aspect
	static class Unordered {

		private final Events events;

		Unordered(Events events) {
			this.events = events;
		}

		@Around("@annotation(dev.redlock.transaction.Watched)")
		@Nullable Object watch(ProceedingJoinPoint call) throws Throwable {
			return WatchingAspects.watch("unordered", this.events, call);
		}

	}

}
