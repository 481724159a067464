package dev.redlock.aop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.annotation.AfterJob;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods that the container calls on a bean itself, past its proxy.
 */
class ContainerCallbackTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void aLockOnOneStopsTheStartSinceItWouldRunWithoutIt() {
		for (Class<?> bean : new Class<?>[] { OnPostConstruct.class, OnPreDestroy.class, OnOverride.class,
				OnAfterPropertiesSet.class, OnDestroy.class, OnInitMethod.class, OnDestroyMethod.class,
				OnInferredMethod.class, OnScopedInitMethod.class, OnClose.class, OnAfterJob.class }) {
			Refusals.assertRefusedAsCallback(bean);
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
	void aLockOnAMethodThatTheDefinitionKeepsFromTheContainerIsAllowed() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, OnNoMethod.class)) {
			context.getBean(Shop.class).close();
			context.getBean(Shop.class).open();
			assertThat(this.redlock.count()).isEqualTo(2);
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

	static class OnAfterJob {

		@AfterJob
		@DistributedLock(name = "a")
		void report(Object execution) {
		}

	}

	static class OnPreDestroy {

		@PreDestroy
		@DistributedLock(name = "a")
		void flush() {
		}

	}

	static class OnOverride extends Base {

		@Override
		@DistributedLock(name = "a")
		void warmUp() {
		}

	}

	static class Base {

		@PostConstruct
		void warmUp() {
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

	static class OnClose implements AutoCloseable {

		@Override
		@DistributedLock(name = "a")
		public void close() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OnInitMethod {

		@Bean(initMethod = "open", destroyMethod = "")
		Shop shop() {
			return new Shop();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OnScopedInitMethod {

		@Bean(initMethod = "open", destroyMethod = "")
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Shop shop() {
			return new Shop();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OnDestroyMethod {

		@Bean(destroyMethod = "open")
		Shop shop() {
			return new Shop();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OnInferredMethod {

		@Bean
		Shop shop() {
			return new Shop();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OnNoMethod {

		@Bean(destroyMethod = "")
		Shop shop() {
			return new Shop();
		}

	}

	public static class Shop {

		@DistributedLock(name = "a")
		public void open() {
		}

		@DistributedLock(name = "a")
		public void close() {
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
