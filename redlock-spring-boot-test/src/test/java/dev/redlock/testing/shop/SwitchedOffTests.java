package dev.redlock.testing.shop;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import dev.redlock.LockHeldException;
import dev.redlock.testing.InMemoryLocks;
import dev.redlock.testing.LocksAreHeld;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks in memory where the properties of the tests switch locks off.
 */
@InMemoryLocks
@SpringBootTest(classes = ShopApplication.class, webEnvironment = WebEnvironment.NONE,
		properties = "redlock.enabled=false")
class SwitchedOffTests {

	@Autowired
	private Tickets tickets;

	@Test
	@LocksAreHeld
	void anAnnotatedMethodIsLockedAllTheSame() {
		assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> this.tickets.sell("42", () -> {
		}));
	}

}
