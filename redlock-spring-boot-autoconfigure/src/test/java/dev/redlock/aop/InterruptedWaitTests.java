package dev.redlock.aop;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.mock.env.MockEnvironment;

import dev.redlock.LockInterruptedException;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What an annotated method does with an interrupt.
 */
class InterruptedWaitTests {

	@Test
	void aMethodThatDeclaresInterruptedExceptionGetsItFromTheWait() {
		call(new InterruptedRedlock(), (jobs) -> {
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> jobs.declaring("a"));
			assertThat(Thread.interrupted()).isFalse();
		});
	}

	@Test
	void soDoesAMethodThatDeclaresAnyException() {
		call(new InterruptedRedlock(), (jobs) -> {
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> jobs.declaringAny("a"));
			assertThat(Thread.interrupted()).isFalse();
		});
	}

	@Test
	void anotherMethodGetsOursAndKeepsTheFlag() {
		call(new InterruptedRedlock(), (jobs) -> {
			assertThatExceptionOfType(LockInterruptedException.class).isThrownBy(() -> jobs.silent("a"))
				.withMessageStartingWith("a: interrupted while waiting for the lock")
				.withMessageContaining("Declare InterruptedException on the method to get it")
				.satisfies((ex) -> assertThat(ex.getResources()).containsExactly("a"));
			assertThat(Thread.interrupted()).isTrue();
		});
	}

	@Test
	void anInterruptOfTheBodyIsTheBodys() {
		call(new RecordingRedlock(),
				(jobs) -> assertThatExceptionOfType(InterruptedException.class)
					.isThrownBy(() -> jobs.interruptedBody("a"))
					.withMessage("body"));
	}

	@Test
	void anInterruptOfABodyThatJoinedALeaseIsTheBodys() {
		call(new RecordingRedlock(),
				(jobs) -> assertThatExceptionOfType(InterruptedException.class)
					.isThrownBy(() -> jobs.joined("a", () -> jobs.interruptedBody("a")))
					.withMessage("body"));
	}

	private static void call(Redlock redlock, Consumer<Jobs> test) {
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, new MockEnvironment(), Jobs.class)) {
			test.accept(context.getBean(Jobs.class));
		}
	}

	static class Jobs {

		@DistributedLock("#id")
		void declaring(String id) throws InterruptedException {
		}

		@DistributedLock("#id")
		void declaringAny(String id) throws Exception {
		}

		@DistributedLock("#id")
		void silent(String id) {
		}

		@DistributedLock("#id")
		void interruptedBody(String id) throws InterruptedException {
			throw new InterruptedException("body");
		}

		@DistributedLock("#id")
		void joined(String id, Body body) throws InterruptedException {
			body.run();
		}

	}

	interface Body {

		void run() throws InterruptedException;

	}

	static final class InterruptedRedlock extends StubRedlock {

		@Override
		public <T extends @Nullable Object> T execute(LockRequest request, LockedAction<T> action) throws Exception {
			throw new InterruptedException("wait");
		}

	}

}
