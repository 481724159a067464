package dev.redlock.aop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import org.junit.jupiter.api.Test;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * More than one lock for a method, which stops the start of the application.
 */
class SeveralLocksTests {

	@Test
	void twoLocksForOneMethodAreRefused() {
		for (Class<?> bean : new Class<?>[] { TwoComposed.class, ComposedAndDirect.class }) {
			Refusals.assertRefused(bean, "more than one @DistributedLock applies to it", "one key that is a list");
		}
	}

	@Test
	void differentLocksOfTwoInterfacesForOneMethodAreRefused() {
		Refusals.assertRefused(OfTwoInterfaces.class, "more than one @DistributedLock applies to it",
				"one key that is a list");
		assertThatExceptionOfType(InvalidLockDefinitionException.class)
			.isThrownBy(() -> AopContexts.of(new RecordingRedlock(), InheritedOfTwoInterfaces.class))
			.withMessageContaining("more than one @DistributedLock applies to it");
	}

	@Test
	void twoLocksForAClassAreRefused() {
		Refusals.assertRefused(TwoOnClass.class, "more than one @DistributedLock applies to it",
				"one key that is a list");
	}

	interface One {

		@DistributedLock(name = "one")
		void run();

	}

	interface Other {

		@DistributedLock(name = "other")
		void run();

	}

	public static class Runner {

		public void run() {
		}

	}

	public static class OfTwoInterfaces implements One, Other {

		@Override
		public void run() {
		}

	}

	public static class InheritedOfTwoInterfaces extends Runner implements One, Other {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "tenant", key = "#p0")
	@interface OnePerTenant {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "account", key = "#p0")
	@interface OnePerAccount {

	}

	static class TwoComposed {

		@OnePerTenant
		@OnePerAccount
		void run(String id) {
		}

	}

	static class ComposedAndDirect {

		@OnePerTenant
		@DistributedLock(name = "direct", key = "#id")
		void run(String id) {
		}

	}

	@OnePerTenant
	@OnePerAccount
	public static class TwoOnClass {

		public void run(String id) {
		}

	}

}
