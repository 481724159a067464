package dev.redlock.aop;

import java.io.IOException;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is called when a lock can't be had.
 */
class FallbackMethodTests {

	@Test
	void aFallbackGetsTheArguments() {
		refused((orders) -> assertThat(orders.simple("42", 1)).isEqualTo("fallback 42 1"));
	}

	@Test
	void aFallbackMayTakeTheReason() {
		refused((orders) -> {
			assertThat(orders.withReason("42")).isEqualTo("fallback 42 LockHeldException");
			assertThat(orders.withSupertype("42")).isEqualTo("fallback 42 LockHeldException");
		});
		call(RefusingRedlock.unavailable(),
				(orders) -> assertThat(orders.withReason("42")).isEqualTo("fallback 42 QuorumUnavailableException"));
	}

	@Test
	void theOneWithTheReasonWins() {
		refused((orders) -> assertThat(orders.both()).isEqualTo("with reason"));
	}

	@Test
	void aFallbackMayHaveTheNameOfTheMethod() {
		refused((orders) -> assertThat(orders.overloaded("42")).isEqualTo("overload 42"));
	}

	@Test
	void aFallbackMayReturnASubtypeOrNothing() {
		refused((orders) -> {
			assertThat(orders.number()).isEqualTo(7);
			orders.nothing();
			assertThat(orders.last()).isEqualTo("nothing");
		});
	}

	@Test
	void aFallbackMayBeOfASuperclassAndHaveItsTypeParameters() {
		refused((orders) -> {
			assertThat(orders.inherited("42")).isEqualTo("inherited 42");
			assertThat(orders.generic("42")).isEqualTo("generic 42");
			assertThat(orders.typed("42")).isEqualTo("typed 42");
		});
	}

	@Test
	void whatTheFallbackThrowsReachesTheCaller() {
		refused((orders) -> assertThatExceptionOfType(IOException.class).isThrownBy(() -> orders.failing("42"))
			.withMessage("fallback"));
	}

	@Test
	void aCallThatGetsItsLockNeedsNoFallback() {
		call(new RecordingRedlock(), (orders) -> {
			assertThat(orders.simple("42", 1)).isEqualTo("done");
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(orders::refusedInside);
		});
	}

	@Test
	void aSkippedCallNeedsNoFallbackButOneWithoutAQuorumDoes() {
		refused((orders) -> assertThat(orders.skipping("42")).isNull());
		call(RefusingRedlock.unavailable(), (orders) -> assertThat(orders.skipping("42")).isEqualTo("fallback 42"));
	}

	private static void refused(Consumer<Orders> test) {
		call(RefusingRedlock.held(), test);
	}

	private static void call(Redlock redlock, Consumer<Orders> test) {
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, Orders.class)) {
			test.accept(context.getBean(Orders.class));
		}
	}

	static class Base<T> {

		String inBase(String id) {
			return "inherited " + id;
		}

		String generically(T id) {
			return "generic " + id;
		}

		@SuppressWarnings("unchecked")
		T typedInBase(String id) {
			return (T) ("typed " + id);
		}

	}

	static class Orders extends Base<String> {

		private String last;

		@DistributedLock(key = "#id", fallbackMethod = "typedInBase")
		String typed(String id) {
			return "done";
		}

		String last() {
			return this.last;
		}

		@DistributedLock(key = "#id", fallbackMethod = "insteadOfSimple")
		String simple(String id, int count) {
			return "done";
		}

		private String insteadOfSimple(String id, int count) {
			return "fallback " + id + " " + count;
		}

		@DistributedLock(key = "#id", fallbackMethod = "insteadWithReason")
		String withReason(String id) {
			return "done";
		}

		private String insteadWithReason(String id, LockNotAcquiredException ex) {
			return "fallback " + id + " " + ex.getClass().getSimpleName();
		}

		@DistributedLock(key = "#id", fallbackMethod = "insteadWithSupertype")
		String withSupertype(String id) {
			return "done";
		}

		private String insteadWithSupertype(String id, RedlockException ex) {
			return "fallback " + id + " " + ex.getClass().getSimpleName();
		}

		@DistributedLock(name = "both", fallbackMethod = "insteadOfBoth")
		String both() {
			return "done";
		}

		private String insteadOfBoth() {
			return "without reason";
		}

		private String insteadOfBoth(Exception ex) {
			return "with reason";
		}

		@DistributedLock(key = "#id", fallbackMethod = "overloaded")
		String overloaded(String id) {
			return "done";
		}

		private String overloaded(String id, LockNotAcquiredException ex) {
			return "overload " + id;
		}

		@DistributedLock(name = "number", fallbackMethod = "seven")
		Number number() {
			return 1;
		}

		private Integer seven() {
			return 7;
		}

		@DistributedLock(name = "nothing", fallbackMethod = "remember")
		void nothing() {
		}

		private void remember() {
			this.last = "nothing";
		}

		@DistributedLock(key = "#id", fallbackMethod = "inBase")
		String inherited(String id) {
			return "done";
		}

		@DistributedLock(key = "#id", fallbackMethod = "generically")
		String generic(String id) {
			return "done";
		}

		@DistributedLock(key = "#id", fallbackMethod = "fail")
		String failing(String id) throws IOException {
			return "done";
		}

		private String fail(String id) throws IOException {
			throw new IOException("fallback");
		}

		@DistributedLock(name = "outer", fallbackMethod = "insteadOfBoth")
		String refusedInside() {
			return (String) RefusingRedlock.held().execute(LockRequest.of("other"), (lease) -> null);
		}

		@DistributedLock(key = "#id", whenHeld = WhenHeld.SKIP, fallbackMethod = "insteadOfSkipping")
		String skipping(String id) {
			return "done";
		}

		private String insteadOfSkipping(String id) {
			return "fallback " + id;
		}

	}

}
