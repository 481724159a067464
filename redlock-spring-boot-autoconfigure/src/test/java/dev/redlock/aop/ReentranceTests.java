package dev.redlock.aop;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.scheduling.annotation.Async;

import dev.redlock.Lease;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Locking what the same call chain has locked already.
 */
class ReentranceTests {

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
	void theSameResourceAgainJoinsTheLeaseAndTheOuterCallReleasesIt() {
		this.orders.locked("42", () -> {
			Lease lease = LockContext.currentLease();
			assertThat(this.orders.<Lease>locked("42", LockContext::currentLease)).isSameAs(lease);
			assertThat(lease.isValid()).isTrue();
			assertThat(LockContext.currentLease()).isSameAs(lease);
			return null;
		});
		assertThat(this.redlock.count()).isOne();
		assertThat(this.redlock.held()).isZero();
		assertThat(LockContext.findLease()).isEmpty();
	}

	@Test
	void someOfTheResourcesOfALeaseJoinIt() {
		this.orders.allLocked(List.of("1", "2", "3"),
				() -> this.orders.allLocked(List.of("3", "1"), () -> this.orders.locked("2", () -> "done")));
		assertThat(this.redlock.count()).isOne();
	}

	@Test
	void moreResourcesThanALeaseHasAreAnErrorSinceTheCallWouldWaitForItself() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.orders.locked("1", () -> this.orders.allLocked(List.of("1", "2"), () -> "done")))
			.withMessageContaining("1, 2: can't be locked together")
			.withMessageContaining("(1)");
		assertThatIllegalStateException()
			.isThrownBy(() -> this.orders.locked("1",
					() -> this.orders.locked("2", () -> this.orders.allLocked(List.of("1", "2"), () -> "done"))))
			.withMessageContaining("(2)");
		assertThat(this.redlock.count()).isEqualTo(3);
		assertThat(this.redlock.held()).isZero();
	}

	@Test
	void whatWouldBeSkippedWhileAnotherHasItIsAnErrorIfThatIsTheCallItself() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.orders.locked("1", () -> this.orders.skipped(List.of("1", "2"))));
		assertThat(this.orders.<String>locked("3", () -> this.orders.skipped(List.of("1", "2")))).isEqualTo("done");
	}

	@Test
	void aPartOfALeaseThatIsLostCanBeLockedWithMore() {
		this.orders.locked("1", () -> {
			((StubLease) LockContext.currentLease()).end();
			return this.orders.allLocked(List.of("1", "2"), () -> "done");
		});
		assertThat(this.redlock.lastResources()).containsExactly("1", "2");
	}

	@Test
	void theLeaseMayBeThatOfACallFurtherOut() {
		Set<String> inside = this.orders.locked("1", () -> this.orders.locked("2", () -> {
			Set<String> innermost = this.orders.locked("1", () -> LockContext.currentLease().resources());
			assertThat(LockContext.currentLease().resources()).containsExactly("2");
			return innermost;
		}));
		assertThat(inside).containsExactly("1");
		assertThat(this.redlock.count()).isEqualTo(2);
	}

	@Test
	void aLeaseThatIsLostIsNotJoined() {
		this.orders.locked("42", () -> {
			((StubLease) LockContext.currentLease()).end();
			return this.orders.locked("42", () -> {
				assertThat(LockContext.currentLease().isValid()).isTrue();
				return "done";
			});
		});
		assertThat(this.redlock.count()).isEqualTo(2);
	}

	@Test
	void anotherThreadIsAnotherChain() {
		this.orders.locked("42",
				() -> CompletableFuture.supplyAsync(() -> this.orders.locked("42", () -> "done")).join());
		assertThat(this.redlock.count()).isEqualTo(2);
	}

	@Test
	void aThreadThatIsStartedInsideHasNoLease() throws ExecutionException, InterruptedException {
		CompletableFuture<Boolean> found = new CompletableFuture<>();
		this.orders.locked("42", () -> {
			new Thread(() -> found.complete(LockContext.findLease().isPresent())).start();
			return found.join();
		});
		assertThat(found.get()).isFalse();
	}

	@Test
	void aCallThatEndedIsNotJoined() {
		this.orders.locked("42", () -> "done");
		assertThatIllegalStateException().isThrownBy(() -> this.orders.locked("42", () -> {
			throw new IllegalStateException("body");
		}));
		this.orders.locked("42", () -> "done");
		assertThat(this.redlock.count()).isEqualTo(3);
	}

	@Test
	void aFencingTokenThatTheOuterLeaseDoesNotHaveIsAnError() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.orders.locked("42", () -> this.orders.fenced("42", () -> "done")))
			.withMessageContaining("42: locked by an outer call")
			.withMessageContaining("Ask for fencing in the outer one");
		assertThat(this.orders.fenced("42", () -> this.orders.fenced("42", () -> "done"))).isEqualTo("done");
		assertThat(this.redlock.count()).isEqualTo(2);
	}

	@Test
	void aFutureThatAJoinedCallReturnsIsAwaited() {
		Supplier<Future<String>> later = () -> CompletableFuture.supplyAsync(() -> "done",
				CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS));
		assertThat(this.orders.<Boolean>locked("42", () -> this.orders.future("42", later).isDone())).isTrue();
		assertThat(this.redlock.count()).isOne();
	}

	static class Orders {

		@DistributedLock("#id")
		<T> T locked(String id, Supplier<T> body) {
			return body.get();
		}

		// Without an executor, as nothing enables it here.
		@Async
		@DistributedLock("#id")
		Future<String> future(String id, Supplier<Future<String>> body) {
			return body.get();
		}

		@DistributedLock("#ids")
		<T> T allLocked(List<String> ids, Supplier<T> body) {
			return body.get();
		}

		@DistributedLock(key = "#ids", whenHeld = WhenHeld.SKIP)
		String skipped(List<String> ids) {
			return "done";
		}

		@DistributedLock(key = "#id", fencing = true)
		<T> T fenced(String id, Supplier<T> body) {
			return body.get();
		}

	}

}
