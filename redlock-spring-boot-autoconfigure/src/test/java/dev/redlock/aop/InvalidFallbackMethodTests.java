package dev.redlock.aop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.mockito.MockedStatic;
import org.springframework.core.KotlinDetector;
import reactor.core.publisher.Mono;

import dev.redlock.LockHeldException;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

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

	@Test
	void anOverloadThatStandsInForNoMethodOfALockedClassIsRefusedSinceItWouldRunWithoutALock() {
		assertThatExceptionOfType(InvalidLockDefinitionException.class)
			.isThrownBy(() -> AopContexts.of(new RecordingRedlock(), Overload.class).close())
			.withMessageContaining(Overload.class.getName() + ".instead: the fallbackMethod 'instead' can't be used")
			.satisfies((ex) -> assertThat(ex.getRemedy()).contains("instead(int, LockNotAcquiredException)"));
	}

	@Test
	void aCheckedExceptionThatCallersDoNotExpectIsRefused() {
		Refusals.assertRefused(OtherException.class,
				"it may throw java.io.IOException, which the annotated method does " + "not declare",
				"Add 'throws IOException' to the annotated method");
		Refusals.assertRefused(WiderException.class, "it may throw java.io.IOException", "handle it in the fallback");
	}

	@Test
	void anExceptionThatCallersExpectOrThatGoesIntoAFutureIsNotRefused() {
		assertThatNoException()
			.isThrownBy(() -> AopContexts.of(new RecordingRedlock(), ExpectedExceptions.class).close());
	}

	@Test
	void aCheckedExceptionIsNotRefusedInKotlinWhichHasNone() throws NoSuchMethodException {
		Method run = OtherException.class.getDeclaredMethod("run");
		try (MockedStatic<KotlinDetector> detector = BDDMockito.mockStatic(KotlinDetector.class)) {
			detector.when(() -> KotlinDetector.isKotlinType(OtherException.class)).thenReturn(true);
			assertThat(FallbackMethod.find(run, OtherException.class, "instead").method().getName())
				.isEqualTo("instead");
		}
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

	static class OtherException {

		@DistributedLock(name = "a", fallbackMethod = "instead")
		void run() {
		}

		private void instead() throws IOException {
			throw new IOException();
		}

	}

	static class WiderException {

		@DistributedLock(name = "a", fallbackMethod = "instead")
		void run() throws FileNotFoundException {
		}

		private void instead() throws IOException {
			throw new IOException();
		}

	}

	static class ExpectedExceptions {

		@DistributedLock(name = "a", fallbackMethod = "narrower")
		void run() throws IOException {
		}

		private void narrower() throws FileNotFoundException, IllegalStateException, AssertionError {
			throw new FileNotFoundException();
		}

		@DistributedLock(name = "a", fallbackMethod = "later")
		CompletableFuture<String> runLater() {
			return CompletableFuture.completedFuture("done");
		}

		private CompletableFuture<String> later() throws IOException {
			throw new IOException();
		}

		@DistributedLock(name = "a", fallbackMethod = "reactively")
		Mono<String> runReactively() {
			return Mono.just("done");
		}

		private Mono<String> reactively() throws IOException {
			throw new IOException();
		}

	}

	@DistributedLock(name = "a", fallbackMethod = "instead")
	public static class Overload {

		public void run(String id) {
		}

		public void instead(String id) {
		}

		public void instead(int other) {
		}

	}

}
