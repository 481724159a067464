package dev.redlock.autoconfigure;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.BDDMockito;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.ContextualRedlock;
import dev.redlock.aop.LockContext;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Aspects of an application around the locks.
 */
@Timeout(60)
class ProxiedLocksTests {

	private static final LockRequest ORDER = LockRequest.of("order:42");

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void anAspectSeesTheCallsOfTheApplicationAndAllLocksAreOneChain(boolean proxyTargetClass) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class))
			.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass, "redlock.restart-guard=false",
					"redlock.node-timeout=5s", "redlock.wait-time=0s", "redlock.nodes=" + servers.uris())
			.withBean(Audit.class)
			.withBean(Orders.class)
			.run((context) -> {
				Redlock redlock = context.getBean(Redlock.class);
				Orders orders = context.getBean(Orders.class);
				Lease joined = redlock.execute(ORDER, (lease) -> {
					assertThat(orders.locked("42", LockContext::currentLease)).isSameAs(lease);
					return redlock.execute(ORDER, (inner) -> inner);
				});
				assertThat(joined.resources()).containsExactly("order:42");
				assertThat(context.getBean(Audit.class).calls).hasValue(2);
				assertThat(orders.locked("43", LockContext::currentLease).resources()).containsExactly("order:43");
				assertThat(context.getBean(Audit.class).calls).as("an annotated method goes past it").hasValue(2);
			});
	}

	@Test
	void anAspectIsAroundASubclassOfThemToo() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
			.withBean(Audit.class)
			// As the code that is generated ahead of time has it, which does not know how
			// a
			// bean wants to be proxied.
			.withBean(ContextualRedlock.class, () -> new ContextualRedlock(BDDMockito.mock()))
			.run((context) -> {
				context.getBean(ContextualRedlock.class).execute(ORDER, (lease) -> "");
				assertThat(context.getBean(Audit.class).calls).hasValue(1);
			});
	}

	@Aspect
	static class Audit {

		private final AtomicInteger calls = new AtomicInteger();

		@Around("execution(* dev.redlock.Redlock.*(..))")
		@Nullable Object count(ProceedingJoinPoint call) throws Throwable {
			this.calls.incrementAndGet();
			return call.proceed();
		}

	}

	static class Orders {

		@DistributedLock(name = "order", key = "#id")
		Lease locked(String id, Supplier<Lease> work) {
			return work.get();
		}

	}

}
