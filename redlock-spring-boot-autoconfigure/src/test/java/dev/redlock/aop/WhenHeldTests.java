package dev.redlock.aop;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.LockHeldException;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What an annotated method does when another owner has its lock.
 */
class WhenHeldTests {

	@Test
	void aCallFailsUnlessItSaysOtherwise() {
		call(RefusingRedlock.held(), (jobs) -> {
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> jobs.failing("42"))
				.satisfies((ex) -> assertThat(ex.getResources()).containsExactly("42"));
			assertThat(jobs.runs()).isZero();
		});
	}

	@Test
	void aSkippedCallReturnsNothing() {
		call(RefusingRedlock.held(), (jobs) -> {
			jobs.nothing();
			assertThat(jobs.text()).isNull();
			assertThat(jobs.number()).isNull();
			assertThat(jobs.optional()).isEmpty();
			assertThat(jobs.optionalInt()).isEmpty();
			assertThat(jobs.optionalLong()).isEmpty();
			assertThat(jobs.optionalDouble()).isEmpty();
			assertThat(jobs.runs()).isZero();
		});
	}

	@Test
	void aCallThatGetsItsLockIsNotSkipped() {
		call(new RecordingRedlock(), (jobs) -> {
			jobs.nothing();
			assertThat(jobs.text()).isEqualTo("done");
			assertThat(jobs.optional()).contains("done");
			assertThat(jobs.runs()).isEqualTo(3);
		});
	}

	@Test
	void aCallWithoutAQuorumFailsAndIsNotSkipped() {
		call(RefusingRedlock.unavailable(), (jobs) -> {
			assertThatExceptionOfType(QuorumUnavailableException.class).isThrownBy(jobs::text);
			assertThat(jobs.runs()).isZero();
		});
	}

	@Test
	void aRefusalThatTheBodyGotIsTheBodys() {
		call(new RecordingRedlock(),
				(jobs) -> assertThatExceptionOfType(LockHeldException.class).isThrownBy(jobs::refusedInside)
					.satisfies((ex) -> assertThat(ex.getResources()).containsExactly("other")));
	}

	private static void call(Redlock redlock, Consumer<Jobs> test) {
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, Jobs.class)) {
			test.accept(context.getBean(Jobs.class));
		}
	}

	static class Jobs {

		private int runs;

		int runs() {
			return this.runs;
		}

		private <T> T done(T result) {
			this.runs++;
			return result;
		}

		@DistributedLock("#id")
		String failing(String id) {
			return done("done");
		}

		@DistributedLock(name = "nothing", whenHeld = WhenHeld.SKIP)
		void nothing() {
			this.runs++;
		}

		@DistributedLock(name = "text", whenHeld = WhenHeld.SKIP)
		String text() {
			return done("done");
		}

		@DistributedLock(name = "number", whenHeld = WhenHeld.SKIP)
		Integer number() {
			return done(1);
		}

		@DistributedLock(name = "optional", whenHeld = WhenHeld.SKIP)
		Optional<String> optional() {
			return done(Optional.of("done"));
		}

		@DistributedLock(name = "int", whenHeld = WhenHeld.SKIP)
		OptionalInt optionalInt() {
			return done(OptionalInt.of(1));
		}

		@DistributedLock(name = "long", whenHeld = WhenHeld.SKIP)
		OptionalLong optionalLong() {
			return done(OptionalLong.of(1));
		}

		@DistributedLock(name = "double", whenHeld = WhenHeld.SKIP)
		OptionalDouble optionalDouble() {
			return done(OptionalDouble.of(1));
		}

		@DistributedLock(name = "outer", whenHeld = WhenHeld.SKIP)
		String refusedInside() {
			throw new LockHeldException(Set.of("other"), Duration.ZERO, List.of(), null);
		}

	}

}
