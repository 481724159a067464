package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Annotations that stop the start of the application.
 */
class InvalidLockDefinitionTests {

	@Test
	void anExpressionThatDoesNotParse() {
		assertRefused(Unparsable.class, "run", "'order:' + #' is no valid SpEL expression");
	}

	@Test
	void aNegativeTtl() {
		assertRefused(NegativeTtl.class, "run", "ttl '-1s' can't be used");
	}

	@Test
	void aTtlOverTheMaximum() {
		assertRefused(LongTtl.class, "run", "ttl '61s' can't be used");
	}

	@Test
	void aTtlThatIsNoDuration() {
		assertRefused(NoTtl.class, "run", "ttl 'soon' is no duration");
	}

	@Test
	void aPlaceholderThatDoesNotResolve() {
		assertRefused(UnresolvedTtl.class, "run", "ttl '${missing}' is no duration");
	}

	@Test
	void aNegativeWaitTime() {
		assertRefused(NegativeWaitTime.class, "run", "waitTime '-1s' is negative");
	}

	@Test
	void aValueAndAKeyThatDiffer() {
		assertRefused(ValueAndKey.class, "run", "'value' and 'key' are different");
	}

	@Test
	void aReturnTypeWhoseWorkOutlivesTheCall() {
		assertRefused(Asynchronous.class, "run", "return type CompletableFuture is asynchronous");
		assertRefused(AsynchronousFuture.class, "run", "return type Future is asynchronous");
	}

	private static void assertRefused(Class<?> bean, String method, String problem) {
		assertThatException()
			.isThrownBy(() -> AopContexts.of(new RecordingRedlock(), new MockEnvironment(), bean).close())
			.havingCause()
			.isInstanceOf(InvalidLockDefinitionException.class)
			.withMessageContaining(problem)
			.withMessageContaining(bean.getName() + "." + method)
			.satisfies((ex) -> assertThat(((InvalidLockDefinitionException) ex).getRemedy()).endsWith("."));
	}

	static class Unparsable {

		@DistributedLock("'order:' + #")
		void run(String id) {
		}

	}

	static class NegativeTtl {

		@DistributedLock(key = "#id", ttl = "-1s")
		void run(String id) {
		}

	}

	static class LongTtl {

		@DistributedLock(key = "#id", ttl = "61s")
		void run(String id) {
		}

	}

	static class NoTtl {

		@DistributedLock(key = "#id", ttl = "soon")
		void run(String id) {
		}

	}

	static class UnresolvedTtl {

		@DistributedLock(key = "#id", ttl = "${missing}")
		void run(String id) {
		}

	}

	static class NegativeWaitTime {

		@DistributedLock(key = "#id", waitTime = "-1s")
		void run(String id) {
		}

	}

	static class ValueAndKey {

		@DistributedLock(value = "#id", key = "#p0")
		void run(String id) {
		}

	}

	static class Asynchronous {

		@DistributedLock("#id")
		CompletableFuture<String> run(String id) {
			return CompletableFuture.completedFuture(id);
		}

	}

	static class AsynchronousFuture {

		@DistributedLock("#id")
		Future<String> run(String id) {
			return CompletableFuture.completedFuture(id);
		}

	}

}
