package dev.redlock.aop;

import org.junit.jupiter.api.Test;

import dev.redlock.LockHeldException;
import dev.redlock.annotation.DistributedLock;

/**
 * Fallback methods that stop the start of the application.
 */
class InvalidFallbackMethodTests {

	@Test
	void aMethodThatIsMissingIsRefused() {
		Refusals.assertRefused(Missing.class, "fallbackMethod 'instead' can't be used, since there is no such method",
				"Declare it in Missing: String instead(String, int, LockNotAcquiredException), with or without");
	}

	@Test
	void otherParametersAreRefused() {
		Refusals.assertRefused(OtherParameters.class, "it does not fit: private java.lang.String ",
				"Declare it in OtherParameters: String instead(String, LockNotAcquiredException)");
	}

	@Test
	void anotherReturnTypeIsRefused() {
		Refusals.assertRefused(OtherReturnType.class, "it does not fit", "int instead(LockNotAcquiredException)");
		Refusals.assertRefused(NoReturnType.class, "it does not fit", "String instead(LockNotAcquiredException)");
	}

	@Test
	void anExceptionThatIsOnlyOneOfTheReasonsIsRefused() {
		Refusals.assertRefused(OneReason.class, "it does not fit", "void instead(LockNotAcquiredException)");
	}

	@Test
	void theMethodItselfIsRefused() {
		Refusals.assertRefused(Itself.class, "it does not fit", "void run(LockNotAcquiredException)");
	}

	static class Missing {

		@DistributedLock(name = "a", fallbackMethod = "instead")
		String run(String id, int count) {
			return id;
		}

	}

	static class OtherParameters {

		@DistributedLock(name = "a", fallbackMethod = "instead")
		String run(String id) {
			return id;
		}

		private String instead(Object id) {
			return "instead";
		}

	}

	static class OtherReturnType {

		@DistributedLock(name = "a", fallbackMethod = "instead")
		int run() {
			return 1;
		}

		private Integer instead() {
			return null;
		}

	}

	static class NoReturnType {

		@DistributedLock(name = "a", fallbackMethod = "instead")
		String run() {
			return "run";
		}

		private void instead() {
		}

	}

	static class OneReason {

		@DistributedLock(name = "a", fallbackMethod = "instead")
		void run() {
		}

		private void instead(LockHeldException ex) {
		}

	}

	static class Itself {

		@DistributedLock(name = "a", fallbackMethod = "run")
		void run() {
		}

	}

}
