package dev.redlock.testing;

import java.util.concurrent.atomic.AtomicInteger;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.MethodMatcher;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Aspects of an application around locks that are in memory.
 */
class InMemoryAspectTests {

	private final AtomicInteger calls = new AtomicInteger();

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void anAspectSeesACallOnceAsInProduction(boolean proxyTargetClass) throws InterruptedException {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.registerBean(DefaultAdvisorAutoProxyCreator.class, () -> creator(proxyTargetClass));
			context.registerBean(Advisor.class, this::aspect);
			context.register(InMemoryRedlockConfiguration.class);
			context.refresh();
			context.getBean(Redlock.class).acquire(LockRequest.of("order:42")).close();
			assertThat(this.calls).hasValue(1);
		}
	}

	private static DefaultAdvisorAutoProxyCreator creator(boolean proxyTargetClass) {
		DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
		creator.setProxyTargetClass(proxyTargetClass);
		return creator;
	}

	private Advisor aspect() {
		MethodInterceptor counter = (call) -> {
			this.calls.incrementAndGet();
			return call.proceed();
		};
		ClassFilter locks = Redlock.class::isAssignableFrom;
		return new DefaultPointcutAdvisor(new ComposablePointcut(locks, MethodMatcher.TRUE), counter);
	}

}
