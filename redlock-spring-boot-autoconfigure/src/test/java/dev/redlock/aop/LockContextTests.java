package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.Lease;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A body that makes sure of its lock.
 */
class LockContextTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	private AnnotationConfigApplicationContext context;

	private Orders orders;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock, Orders.class);
		this.orders = this.context.getBean(Orders.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void aBodyUnderItsLockIsFine() {
		assertThatCode(() -> this.orders.locked("42", LockContext::assertHeld)).doesNotThrowAnyException();
		assertThatCode(() -> this.orders.locked("42", () -> LockContext.assertHeld("order:42")))
			.doesNotThrowAnyException();
	}

	@Test
	void aCallThatDidNotPassTheProxyIsFound() {
		assertThatIllegalStateException().isThrownBy(() -> this.orders.selfInvoking("42"))
			.withMessageContaining("through its Spring bean, not through 'this'");
		assertThatIllegalStateException().isThrownBy(LockContext::assertHeld);
		assertThatIllegalStateException().isThrownBy(() -> LockContext.assertHeld("order:42"));
	}

	@Test
	void workOnAnotherThreadIsFound() {
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.orders.locked("42",
					() -> CompletableFuture.runAsync(() -> LockContext.assertHeld("order:42")).join()))
			.havingCause()
			.isInstanceOf(IllegalStateException.class)
			.withMessageContaining("handed to another thread");
	}

	@Test
	void aLeaseThatIsOverIsFound() {
		this.orders.locked("42", () -> {
			((StubLease) LockContext.currentLease()).end();
			assertThatIllegalStateException().isThrownBy(LockContext::assertHeld)
				.withMessageStartingWith("order:42: the lease was lost or released");
			assertThatIllegalStateException().isThrownBy(() -> LockContext.assertHeld("order:42"))
				.withMessageStartingWith("order:42: the lease was lost or released");
		});
	}

	@Test
	void anotherResourceIsFound() {
		this.orders.locked("42",
				() -> assertThatIllegalStateException().isThrownBy(() -> LockContext.assertHeld("order:42", "42"))
					.withMessageStartingWith("The current thread has no lock on '42', only on [order:42]")
					.withMessageContaining("the name of its @DistributedLock and a colon"));
	}

	@Test
	void eachResourceMayBeThatOfAnyCallInTheChain() {
		this.orders.locked("1", () -> this.orders.locked("2", () -> {
			LockContext.assertHeld("order:1", "order:2");
			((StubLease) LockContext.currentLease()).end();
			LockContext.assertHeld("order:1");
			assertThatIllegalStateException().isThrownBy(() -> LockContext.assertHeld("order:1", "order:2"));
			assertThatIllegalStateException().isThrownBy(LockContext::assertHeld);
		}));
	}

	@Test
	void theLeasesAreThereInnermostFirstAndAJoinedOneForEachOfItsCalls() {
		this.orders.locked("1", () -> {
			Lease outer = LockContext.currentLease();
			this.orders.locked("2", () -> {
				Lease inner = LockContext.currentLease();
				assertThat(inner).isNotSameAs(outer);
				assertThat(LockContext.findLeases()).containsExactly(inner, outer);
				this.orders.locked("1",
						() -> assertThat(LockContext.findLeases()).containsExactly(outer, inner, outer));
				assertThat(LockContext.findLeases()).containsExactly(inner, outer);
			});
			assertThat(LockContext.findLeases()).containsExactly(outer);
		});
	}

	@Test
	void thereAreNoLeasesBeforeTheCallAfterItAndOnAnotherThread() {
		assertThat(LockContext.findLeases()).isEmpty();
		this.orders.locked("42", () -> {
			assertThat(LockContext.findLeases()).hasSize(1);
			assertThat(CompletableFuture.supplyAsync(LockContext::findLeases).join()).isEmpty();
			assertThat(onNewThread(LockContext::findLeases)).isEmpty();
		});
		assertThat(LockContext.findLeases()).isEmpty();
		assertThatIllegalStateException().isThrownBy(() -> this.orders.locked("42", () -> {
			throw new IllegalStateException("body");
		}));
		assertThat(LockContext.findLeases()).isEmpty();
	}

	private static <T> T onNewThread(Supplier<T> work) {
		CompletableFuture<T> result = new CompletableFuture<>();
		new Thread(() -> result.complete(work.get())).start();
		return result.join();
	}

	static class Orders {

		@DistributedLock(name = "order", key = "#id")
		void locked(String id, Runnable body) {
			body.run();
		}

		void selfInvoking(String id) {
			locked(id, LockContext::assertHeld);
		}

	}

}
