package dev.redlock.aop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.Environment;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Methods that the container calls on a bean itself to inject something, past its proxy.
 */
class InjectionMethodTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void aLockOnOneStopsTheStartSinceItWouldRunWithoutIt() {
		for (Class<?> bean : new Class<?>[] { OnAutowired.class, OnAutowiredWithoutParameters.class, OnValue.class,
				OnInject.class, OnResource.class, OnMeta.class, OnBeanNameAware.class, OnOwnAware.class,
				OnGenericAware.class, OnSetterOfASuperclass.class }) {
			assertThatExceptionOfType(InvalidLockDefinitionException.class).as(bean.getSimpleName())
				.isThrownBy(() -> AopContexts.of(this.redlock, bean).close())
				.withMessageContaining("the container calls the method on the object itself")
				.satisfies((ex) -> assertThat(ex.getRemedy()).contains("@EventListener(ApplicationReadyEvent.class)"));
		}
	}

	@Test
	void aLockOfTheClassIsMeantForItsOtherMethods() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, OnClass.class)) {
			assertThat(this.redlock.count()).isZero();
			context.getBean(OnClass.class).run();
			assertThat(this.redlock.lastResources()).containsExactly("whole");
		}
	}

	@Test
	void aMethodThatTheContainerDoesNotCallMayHaveALock() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, NotCalled.class)) {
			NotCalled bean = context.getBean(NotCalled.class);
			bean.use(context.getEnvironment());
			bean.setName("a", 1);
			bean.setSize(1);
			bean.run("a");
			assertThat(this.redlock.count()).isEqualTo(4);
		}
	}

	static class OnAutowired {

		@Autowired
		@DistributedLock(name = "a")
		void use(Environment environment) {
		}

	}

	static class OnAutowiredWithoutParameters {

		@Autowired
		@DistributedLock(name = "a")
		void warmUp() {
		}

	}

	static class OnValue {

		@Value("1")
		@DistributedLock(name = "a")
		void use(int value) {
		}

	}

	static class OnInject {

		@Inject
		@DistributedLock(name = "a")
		void use(Environment environment) {
		}

	}

	static class OnResource {

		@Resource
		@DistributedLock(name = "a")
		void setEnvironment(Environment environment) {
		}

	}

	static class OnMeta {

		@Wired
		@DistributedLock(name = "a")
		void use(Environment environment) {
		}

	}

	static class OnBeanNameAware implements BeanNameAware {

		@Override
		@DistributedLock(name = "a")
		public void setBeanName(String name) {
		}

	}

	static class OnOwnAware implements ClockAware<String> {

		@Override
		@DistributedLock(name = "a")
		public void setClock(String clock) {
		}

	}

	static class OnGenericAware implements LockedClockAware {

		@Override
		public void setClock(String clock) {
		}

	}

	static class OnSetterOfASuperclass extends Named implements BeanNameAware {

	}

	public static class Named {

		@DistributedLock(name = "a")
		public void setBeanName(String name) {
		}

	}

	@DistributedLock(name = "whole")
	public static class OnClass implements BeanNameAware {

		@Override
		public void setBeanName(String name) {
		}

		@Autowired
		public void use(Environment environment) {
		}

		public void run() {
		}

	}

	static class Wirable {

		@Autowired
		void use(Environment environment) {
		}

	}

	static class NotCalled extends Wirable implements Job {

		@Override
		@DistributedLock(name = "a")
		void use(Environment environment) {
		}

		@Override
		public void setBeanName(String name) {
		}

		@DistributedLock(name = "a")
		void setName(String name, int size) {
		}

		@DistributedLock(name = "a")
		void setSize(int size) {
		}

		@Override
		@DistributedLock(name = "a")
		public void run(String task) {
		}

	}

	/**
	 * Not only what its name says.
	 */
	interface Job extends BeanNameAware {

		void run(String task);

	}

	interface ClockAware<T> extends Aware {

		void setClock(T clock);

	}

	interface LockedClockAware extends ClockAware<String> {

		@Override
		@DistributedLock(name = "a")
		void setClock(String clock);

	}

	@Autowired
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@interface Wired {

	}

}
