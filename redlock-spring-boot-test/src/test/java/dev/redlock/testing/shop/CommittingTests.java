package dev.redlock.testing.shop;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.annotation.Commit;
import org.springframework.transaction.annotation.Transactional;

import dev.redlock.Redlock;
import dev.redlock.testing.InMemoryLocks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The transaction of a test commits under the locks that it keeps: if these ended before,
 * each of these tests would fail.
 */
@SpringBootTest(classes = { ShopApplication.class, LikeProductionTests.Additions.class },
		webEnvironment = WebEnvironment.NONE)
@InMemoryLocks
@Transactional
@Commit
class CommittingTests {

	@Autowired
	private Redlock redlock;

	@Autowired
	private Tickets tickets;

	@Test
	void theTransactionOfATestKeepsALock() {
		assertThat(this.redlock.inspect("ticket:42").held()).isFalse();
		this.tickets.sell("42", () -> {
		});
		assertThat(this.redlock.inspect("ticket:42").held()).isTrue();
	}

	@Test
	void theLockIsFreeForTheNextTest() {
		theTransactionOfATestKeepsALock();
	}

}
