package dev.redlock.aop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import jakarta.annotation.PreDestroy;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.util.ReflectionUtils;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the start of an application says to methods that AspectJ was to guard, but does
 * not.
 */
class WovenReachTests {

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	private final WovenReach reach = new WovenReach(this.beanFactory);

	@Test
	void aClassThatWasNotWovenIsRefused() {
		for (Class<?> type : new Class<?>[] { Own.class, OfClass.class, OfSuperclass.class, Meta.class }) {
			assertRefused(type, "was not woven");
		}
	}

	@Test
	void anAnnotationThatAspectJDoesNotSeeIsRefused() {
		for (Class<?> type : new Class<?>[] { OfInterfaceMethod.class, FarAway.class, NotPublic.class, Runner.class }) {
			assertRefused(type, "AspectJ does not see the annotation");
		}
	}

	@Test
	void aSynchronizedMethodWhoseWorkGoesOnIsRefused() {
		assertRefused(Monitored.class, "it is synchronized");
	}

	@Test
	void aMethodThatEndsABeanIsRefusedIfThatIsTheEndOfTheApplication() {
		this.beanFactory.registerBeanDefinition("bean", new RootBeanDefinition(Ending.class));
		assertRefused(Ending.class, "the container calls the method when the application ends");
		RootBeanDefinition shorter = new RootBeanDefinition(Ending.class);
		shorter.setScope("session");
		this.beanFactory.registerBeanDefinition("bean", shorter);
		assertRefused(Ending.class, "was not woven");
	}

	@Test
	void aWovenMethodIsAccepted() {
		assertAccepted(Woven.class);
	}

	@Test
	void aMethodWhoseClassIsNotKnownYetIsAccepted() {
		for (Class<?> type : new Class<?>[] { LockedRunner.class, NearbyRunner.class, PatientRunner.class }) {
			assertAccepted(type);
		}
	}

	private void assertAccepted(Class<?> type) {
		assertThatCode(() -> this.reach.require("bean", method(type), type, null)).doesNotThrowAnyException();
	}

	private void assertRefused(Class<?> type, String problem) {
		assertThatExceptionOfType(InvalidLockDefinitionException.class)
			.isThrownBy(() -> this.reach.require("bean", method(type), type, null))
			.withMessageContaining(problem);
	}

	private static Method method(Class<?> type) {
		return Objects.requireNonNull(ReflectionUtils.findMethod(type, "run"));
	}

	interface Runner {

		@DistributedLock(name = "a")
		void run();

	}

	@DistributedLock(name = "a")
	interface LockedRunner {

		void run();

	}

	@Near
	interface NearbyRunner {

		void run();

	}

	interface PatientRunner extends LockedRunner {

		@Override
		void run();

	}

	static class Own {

		@DistributedLock(name = "a")
		void run() {
		}

	}

	static class Monitored {

		@DistributedLock(name = "a")
		synchronized CompletableFuture<String> run() {
			return CompletableFuture.completedFuture("done");
		}

	}

	static class Ending {

		@PreDestroy
		@DistributedLock(name = "a")
		void run() {
		}

	}

	static class Woven {

		@DistributedLock(name = "a")
		void run() {
			Woven.run_aroundBody0();
		}

		static void run_aroundBody0() {
		}

	}

	@DistributedLock(name = "a")
	public static class OfClass {

		public void run() {
		}

	}

	public static class OfSuperclass extends OfClass {

		@Override
		public void run() {
		}

	}

	@DistributedLock(name = "a")
	static class NotPublic {

		void run() {
		}

	}

	public static class OfInterfaceMethod implements Runner {

		@Override
		public void run() {
		}

	}

	@DistributedLock(name = "a")
	@Retention(RetentionPolicy.RUNTIME)
	@interface Near {

	}

	@Near
	@Retention(RetentionPolicy.RUNTIME)
	@interface Far {

	}

	static class Meta {

		@Near
		void run() {
		}

	}

	static class FarAway {

		@Far
		void run() {
		}

	}

}
