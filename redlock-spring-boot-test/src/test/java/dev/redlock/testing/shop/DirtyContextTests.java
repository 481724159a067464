package dev.redlock.testing.shop;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.annotation.DirtiesContext.MethodMode;

import dev.redlock.LockHeldException;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.testing.InMemoryLocks;
import dev.redlock.testing.InMemoryRedlock;
import dev.redlock.testing.LocksAreHeld;
import dev.redlock.testing.LocksAreUnavailable;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that get a new context just before they begin.
 */
class DirtyContextTests {

	/**
	 * The extension for locks is called before that of Spring.
	 */
	@InMemoryLocks
	abstract static class AbstractLocked {

		@Autowired
		private Tickets tickets;

		void sell(String id) {
			this.tickets.sell(id, () -> {
			});
		}

	}

	@Nested
	@SpringBootTest(classes = ShopApplication.class, webEnvironment = WebEnvironment.NONE)
	class ByMethodTests extends AbstractLocked {

		@Test
		@LocksAreHeld
		@DirtiesContext(methodMode = MethodMode.BEFORE_METHOD)
		void allLocksAreHeld() {
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> sell("42"));
		}

		@Test
		@LocksAreHeld("ticket:42")
		@DirtiesContext(methodMode = MethodMode.BEFORE_METHOD)
		void oneLockIsHeld(InMemoryRedlock locks) {
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> sell("42"));
			sell("43");
			locks.freeAll();
			sell("42");
		}

		@Test
		void locksAreFreeWithoutAnAnnotation() {
			sell("42");
		}

	}

	@Nested
	@LocksAreUnavailable
	@DirtiesContext(classMode = ClassMode.BEFORE_EACH_TEST_METHOD)
	@SpringBootTest(classes = ShopApplication.class, webEnvironment = WebEnvironment.NONE)
	class ByClassTests extends AbstractLocked {

		@Test
		void locksAreUnavailable() {
			assertThatExceptionOfType(QuorumUnavailableException.class).isThrownBy(() -> sell("42"));
		}

	}

}
