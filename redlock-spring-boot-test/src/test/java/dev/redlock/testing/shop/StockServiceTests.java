package dev.redlock.testing.shop;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import dev.redlock.LockHeldException;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.testing.InMemoryLocks;
import dev.redlock.testing.InMemoryRedlock;
import dev.redlock.testing.LocksAreHeld;
import dev.redlock.testing.LocksAreUnavailable;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

// tag::test[]
@SpringBootTest
@InMemoryLocks
class StockServiceTests {

	@Autowired
	StockService service;

	@Test
	void reservesUnderTheLock() {
		this.service.reserve("book");
	}

	@Test
	@LocksAreHeld
	void reservesNothingWhileAnotherDoes() {
		assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> this.service.reserve("book"));
	}

	@Test
	@LocksAreUnavailable
	void reservesNothingWithoutRedis() {
		assertThatExceptionOfType(QuorumUnavailableException.class).isThrownBy(() -> this.service.reserve("book"));
	}

	@Test
	void doesNotWaitForAnotherBook(InMemoryRedlock redlock) {
		redlock.hold("stock:another");
		this.service.reserve("book");
	}

}
// end::test[]
