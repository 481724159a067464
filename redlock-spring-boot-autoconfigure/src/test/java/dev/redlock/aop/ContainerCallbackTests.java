package dev.redlock.aop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Methods that the container calls on a bean itself, past its proxy.
 */
class ContainerCallbackTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void aLockOnOneStopsTheStartSinceItWouldRunWithoutIt() {
		for (Class<?> bean : new Class<?>[] { OnPostConstruct.class, OnPreDestroy.class, OnAfterPropertiesSet.class,
				OnDestroy.class }) {
			assertThatExceptionOfType(InvalidLockDefinitionException.class).as(bean.getSimpleName())
				.isThrownBy(() -> AopContexts.of(this.redlock, bean).close())
				.withMessageContaining("the container calls the method on the object itself")
				.satisfies((ex) -> assertThat(ex.getRemedy()).contains("@EventListener(ApplicationReadyEvent.class)",
						"ApplicationRunner", "SmartLifecycle"));
		}
	}

	@Test
	void aLockOfTheClassIsMeantForItsOtherMethods() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, OnClass.class)) {
			context.getBean(OnClass.class).run();
			assertThat(this.redlock.lastResources()).containsExactly("whole");
		}
	}

	@Test
	void aMethodThatIsOnlyCalledLikeOneMayHaveALock() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Namesake.class)) {
			context.getBean(Namesake.class).destroy();
			context.getBean(Namesake.class).afterPropertiesSet();
			assertThat(this.redlock.count()).isEqualTo(2);
		}
	}

	static class OnPostConstruct {

		@PostConstruct
		@DistributedLock(name = "a")
		void warmUp() {
		}

	}

	static class OnPreDestroy {

		@PreDestroy
		@DistributedLock(name = "a")
		void flush() {
		}

	}

	static class OnAfterPropertiesSet implements InitializingBean {

		@Override
		@DistributedLock(name = "a")
		public void afterPropertiesSet() {
		}

	}

	static class OnDestroy implements DisposableBean {

		@Override
		@DistributedLock(name = "a")
		public void destroy() {
		}

	}

	@DistributedLock(name = "whole")
	public static class OnClass implements InitializingBean, DisposableBean {

		@PostConstruct
		public void warmUp() {
		}

		@Override
		public void afterPropertiesSet() {
		}

		public void run() {
		}

		@PreDestroy
		public void flush() {
		}

		@Override
		public void destroy() {
		}

	}

	static class Namesake {

		@DistributedLock(name = "a")
		void afterPropertiesSet() {
		}

		@DistributedLock(name = "a")
		void destroy() {
		}

	}

}
