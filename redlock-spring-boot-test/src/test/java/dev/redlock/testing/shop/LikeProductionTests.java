package dev.redlock.testing.shop;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.RedlockListener.AcquireEvent;
import dev.redlock.aop.LockContext;
import dev.redlock.testing.InMemoryLocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * What works with nodes works with locks in memory.
 */
@InMemoryLocks
@SpringBootTest(classes = { ShopApplication.class, LikeProductionTests.Additions.class },
		webEnvironment = WebEnvironment.NONE, properties = "redlock.events.enabled=true")
class LikeProductionTests {

	private static final LockRequest TICKET = LockRequest.of("ticket:42").withWaitTime(Duration.ZERO);

	@Autowired
	private Redlock redlock;

	@Autowired
	private Tickets tickets;

	@Autowired
	private Additions additions;

	@Test
	void theLeaseOfAnActionIsInTheContext() throws Exception {
		String resources = this.redlock.execute(TICKET, (lease) -> {
			LockContext.assertHeld("ticket:42");
			return LockContext.currentLease().resources().toString();
		});
		assertThat(resources).isEqualTo("[ticket:42]");
	}

	@Test
	void anActionMayCallAMethodThatLocksTheSame() {
		assertThatNoException().isThrownBy(() -> this.redlock.execute(TICKET, (lease) -> {
			this.tickets.sell("42", () -> {
			});
			return "sold";
		}));
	}

	@Test
	void aMethodMayExecuteAnActionThatLocksTheSame() {
		assertThatNoException().isThrownBy(() -> this.tickets.sell("42", () -> {
			try {
				this.redlock.execute(TICKET, (lease) -> "sold");
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}));
	}

	@Test
	void aLockOfATransactionIsHeldUntilItsEnd(@Autowired PlatformTransactionManager transactions) {
		new TransactionTemplate(transactions).executeWithoutResult((status) -> {
			this.tickets.sell("42", () -> {
			});
			assertThat(this.redlock.inspect("ticket:42").held()).isTrue();
		});
		assertThat(this.redlock.inspect("ticket:42").held()).isFalse();
	}

	@Test
	void applicationEventsArePublished() {
		this.tickets.sell("published", () -> {
		});
		// Events of the other tests may still come.
		Awaitility.await()
			.untilAsserted(() -> assertThat(this.additions.acquires)
				.filteredOn((event) -> event.request().resources().contains("ticket:published"))
				.singleElement()
				.satisfies((event) -> assertThat(event.request().name()).isEqualTo("ticket")));
	}

	@Configuration(proxyBeanMethods = false)
	static class Additions {

		private final Queue<AcquireEvent> acquires = new ConcurrentLinkedQueue<>();

		@EventListener
		void acquired(AcquireEvent event) {
			this.acquires.add(event);
		}

		@Bean
		PlatformTransactionManager transactionManager() {
			return new TransactionsOfNothing();
		}

	}

	/**
	 * Has nothing to commit, but calls those that wait for it.
	 */
	private static final class TransactionsOfNothing extends AbstractPlatformTransactionManager {

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

}
