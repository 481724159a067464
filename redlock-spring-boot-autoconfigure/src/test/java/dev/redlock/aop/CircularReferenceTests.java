package dev.redlock.aop;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.Schedules;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Beans that refer to each other, which Spring gives their listeners without a proxy.
 */
class CircularReferenceTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void aScheduledMethodInACircleStopsTheStartSinceItWouldRunWithoutItsLock() {
		assertRefused("job", Job.class, Helper.class);
		assertRefused("selfish", Selfish.class);
		assertRefused("often", Often.class);
	}

	private void assertRefused(String bean, Class<?>... beans) {
		Throwable failure = catchThrowable(() -> AopContexts.of(this.redlock, beans).close());
		assertThat(failure).isInstanceOf(BeanCreationException.class);
		assertThat(failure.getCause())
			.asInstanceOf(InstanceOfAssertFactories.type(InvalidLockDefinitionException.class))
			.satisfies((ex) -> assertThat(ex.getRemedy()).contains("@Lazy"))
			.extracting(Throwable::getMessage, InstanceOfAssertFactories.STRING)
			.startsWith("Bean '" + bean + "', @DistributedLock on " + beans[0].getName() + ".run: ")
			.contains("circular reference", "@Scheduled");
	}

	@Test
	void aCircleThatIsBrokenIsNone() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Broken.class)) {
			context.getBean(Broken.class).self().run();
			assertThat(this.redlock.count()).isOne();
		}
	}

	@Test
	void othersMayBePartOfACircleSinceTheyAreCalledThroughTheirProxy() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Called.class)) {
			context.getBean(Called.class).self().run();
			assertThat(this.redlock.count()).isOne();
		}
	}

	static class Job {

		@Autowired
		Helper helper;

		@Scheduled(fixedDelay = 1000)
		@DistributedLock(name = "job")
		void run() {
		}

	}

	static class Helper {

		@Autowired
		Job job;

	}

	@DistributedLock(name = "selfish")
	public static class Selfish {

		@Autowired
		Selfish self;

		@Scheduled(fixedDelay = 1000)
		public void run() {
		}

	}

	static class Often {

		@Autowired
		Often self;

		@Schedules({ @Scheduled(fixedDelay = 1000), @Scheduled(cron = "0 0 3 * * *") })
		@DistributedLock(name = "often")
		void run() {
		}

	}

	static class Broken {

		@Autowired
		@Lazy
		Broken self;

		Broken self() {
			return this.self;
		}

		@Scheduled(fixedDelay = 1000)
		@DistributedLock(name = "broken")
		void run() {
		}

	}

	static class Called {

		@Autowired
		Called self;

		Called self() {
			return this.self;
		}

		@DistributedLock(name = "called")
		void run() {
		}

	}

}
