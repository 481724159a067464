package dev.redlock.aop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.context.annotation.AdviceMode;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncAnnotationBeanPostProcessor;
import org.springframework.scheduling.annotation.EnableAsync;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A lock that ended when the work was handed over to another thread would guard nothing.
 */
class AsyncOrderTests {

	private static final String PROBLEM = "@Async is applied inside of its proxy";

	private static final String REMEDY = "Set redlock.aop.mode to aspectj";

	@Test
	void workThatAspectJHandsOverCannotBeGuardedByAProxy() {
		for (boolean lazy : new boolean[] { false, true }) {
			Refusals.assertRefused((context) -> {
				context.register(WovenAsync.class);
				context.registerBean("culprit", Work.class, (definition) -> definition.setLazyInit(lazy));
			}, Work.class, PROBLEM, REMEDY);
		}
	}

	@Test
	void workThatAspectJLeavesToItsCallerIsGuarded() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, WovenAsync.class,
				Calculation.class)) {
			assertThat(context.getBean(Calculation.class).run()).isOne();
			assertThat(redlock.count()).isOne();
		}
	}

	@Test
	void workThatIsHandedOverInsideOfTheLockIsRefused() {
		Refusals.assertRefused((context) -> {
			handOverInside(context);
			context.registerBean("culprit", Work.class);
		}, Work.class, PROBLEM, REMEDY);
	}

	@Test
	void soItIsWhenItIsMadeLater() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(), (customized) -> {
			handOverInside(customized);
			customized.registerBean("culprit", Work.class, (definition) -> definition.setLazyInit(true));
		})) {
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("culprit"))
				.havingRootCause()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.withMessageContaining(PROBLEM);
		}
	}

	private static void handOverInside(AnnotationConfigApplicationContext context) {
		AsyncAnnotationBeanPostProcessor async = new AsyncAnnotationBeanPostProcessor();
		async.setOrder(Ordered.HIGHEST_PRECEDENCE);
		async.setProxyTargetClass(true);
		// The first one of two with the same order is the inner one.
		context.removeBeanDefinition(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME);
		context.registerBean(AsyncAnnotationBeanPostProcessor.class, () -> async);
		AopConfigUtils.registerAutoProxyCreatorIfNecessary(context);
		AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(context);
	}

	@Test
	void workThatIsHandedOverOutsideOfTheLockRunsUnderIt() throws Exception {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, ProxiedAsync.class, Work.class)) {
			Work work = context.getBean(Work.class);
			work.run();
			assertThat(work.ran().await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(redlock.count()).isOne();
		}
	}

	@EnableAsync(mode = AdviceMode.ASPECTJ)
	static class WovenAsync {

	}

	@EnableAsync(proxyTargetClass = true)
	static class ProxiedAsync {

	}

	@Async
	static class Calculation {

		@DistributedLock(name = "a")
		int run() {
			return 1;
		}

	}

	static class Work {

		private final CountDownLatch ran = new CountDownLatch(1);

		@Async
		@DistributedLock(name = "a")
		void run() {
			this.ran.countDown();
		}

		CountDownLatch ran() {
			return this.ran;
		}

	}

}
