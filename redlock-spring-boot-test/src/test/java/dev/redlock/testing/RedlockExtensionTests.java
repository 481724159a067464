package dev.redlock.testing;

import java.time.Duration;
import java.util.Arrays;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventConditions;
import org.junit.platform.testkit.engine.TestExecutionResultConditions;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.aop.LockContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the tests of a user see, run by JUnit within this one.
 */
class RedlockExtensionTests {

	private static final LockRequest ORDER = LockRequest.of("order:42").withWaitTime(Duration.ofMinutes(5));

	private static EngineExecutionResults run(Class<?>... classes) {
		return EngineTestKit.engine("junit-jupiter")
			.selectors(Arrays.stream(classes)
				.map(DiscoverySelectors::selectClass)
				.toArray((size) -> new DiscoverySelector[size]))
			.execute();
	}

	@Test
	void locksAreFreeUnlessAnAnnotationSaysOtherwise() {
		run(UnitTestCase.class).testEvents().assertStatistics((events) -> events.started(7).succeeded(7));
	}

	@Test
	void nothingOfATestIsLeftForTheNext() {
		run(LeavingTestCase.class).testEvents().assertStatistics((events) -> events.started(3).succeeded(3));
	}

	@Test
	void anAnnotationOfAClassIsMeantForAllItsTestsWithoutOne() {
		run(HeldTestCase.class).testEvents().assertStatistics((events) -> events.started(4).succeeded(4));
	}

	@Test
	void anAnnotationOfAMethodNeedsNoOther() {
		run(AnnotatedMethodTestCase.class).testEvents().assertStatistics((events) -> events.started(1).succeeded(1));
	}

	@Test
	void aSpringTestWithoutLocksInItsContextIsToldWhatIsMissing() {
		run(MissingInContextTestCase.class).testEvents()
			.assertThatEvents()
			.haveExactly(1, EventConditions.finishedWithFailure(
					TestExecutionResultConditions.instanceOf(IllegalStateException.class), TestExecutionResultConditions
						.message((text) -> text.contains("annotate the class with @InMemoryLocks"))));
	}

	@InMemoryLocks
	static class UnitTestCase {

		private final Redlock fromConstructor;

		UnitTestCase(Redlock redlock) {
			this.fromConstructor = redlock;
		}

		@BeforeEach
		void holdOne(InMemoryRedlock redlock) {
			redlock.hold("order:7");
		}

		@Test
		void everyParameterHasTheSameLocks(InMemoryRedlock redlock, Redlock another) throws Exception {
			assertThat(another).isSameAs(this.fromConstructor);
			assertThat(another.tryAcquire(ORDER)).isPresent();
			assertThat(redlock.inspect("order:42").held()).isTrue();
		}

		@Test
		void whoeverAsksForRedlockHasTheContextOfProduction() throws Exception {
			this.fromConstructor.execute(ORDER, (lease) -> {
				LockContext.assertHeld("order:42");
				return this.fromConstructor.execute(ORDER, (inner) -> assertThat(inner).isSameAs(lease));
			});
		}

		@Test
		void locksAreFree() throws Exception {
			assertThat(this.fromConstructor.tryAcquire(ORDER)).isPresent();
		}

		@Test
		void whatWasHeldBeforeTheTestIsHeld() throws Exception {
			assertThat(this.fromConstructor.tryAcquire(LockRequest.of("order:7"))).isEmpty();
		}

		@Test
		@LocksAreHeld
		void locksAreHeld() throws Exception {
			assertThat(this.fromConstructor.tryAcquire(ORDER)).isEmpty();
		}

		@Test
		@LocksAreHeld("order:41")
		void oneLockIsHeld() throws Exception {
			assertThat(this.fromConstructor.tryAcquire(ORDER)).isPresent();
			assertThat(this.fromConstructor.tryAcquire(LockRequest.of("order:41"))).isEmpty();
		}

		@Test
		@LocksAreUnavailable
		void locksAreUnavailable() {
			assertThatExceptionOfType(QuorumUnavailableException.class)
				.isThrownBy(() -> this.fromConstructor.acquire(ORDER));
		}

	}

	@InMemoryLocks
	@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
	static class LeavingTestCase {

		private final InMemoryRedlock redlock;

		LeavingTestCase(InMemoryRedlock redlock) {
			this.redlock = redlock;
		}

		@Test
		@Order(1)
		@LocksAreUnavailable
		void leavesLocksUnavailable() {
		}

		@Test
		@Order(2)
		void leavesALease() throws Exception {
			Lease lease = this.redlock.acquire(ORDER);
			assertThat(lease.isValid()).isTrue();
			this.redlock.hold("order:43");
		}

		@Test
		@Order(3)
		void findsNothing() throws Exception {
			assertThat(this.redlock.tryAcquire(ORDER)).isPresent();
			assertThat(this.redlock.tryAcquire(LockRequest.of("order:43"))).isPresent();
		}

	}

	@InMemoryLocks
	@LocksAreHeld
	static class HeldTestCase {

		private final Redlock redlock;

		HeldTestCase(Redlock redlock) {
			this.redlock = redlock;
		}

		@Test
		void locksAreHeld() {
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> this.redlock.acquire(ORDER));
		}

		@Test
		@LocksAreUnavailable
		void locksAreUnavailable() {
			assertThatExceptionOfType(QuorumUnavailableException.class).isThrownBy(() -> this.redlock.acquire(ORDER));
		}

		@Nested
		class Inside {

			@Test
			void locksAreHeld(Redlock redlock) {
				assertThat(redlock).isSameAs(HeldTestCase.this.redlock);
				assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> redlock.acquire(ORDER));
			}

		}

		@Nested
		@LocksAreHeld("order:41")
		class InsideOfAnother {

			@Test
			void onlyOneIsHeld(Redlock redlock) throws Exception {
				assertThat(redlock.tryAcquire(ORDER)).isPresent();
			}

		}

	}

	static class AnnotatedMethodTestCase {

		@Test
		@LocksAreHeld
		void locksAreHeld(Redlock redlock) throws Exception {
			assertThat(redlock.tryAcquire(ORDER)).isEmpty();
		}

	}

	@ExtendWith(RedlockExtension.class)
	@SpringJUnitConfig(MissingInContextTestCase.class)
	static class MissingInContextTestCase {

		@Test
		void fails() {
		}

	}

}
