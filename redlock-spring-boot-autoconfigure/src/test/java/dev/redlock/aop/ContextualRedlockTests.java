package dev.redlock.aop;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.Lease;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The same in code as with the annotation.
 */
class ContextualRedlockTests {

	private static final LockRequest ORDER = LockRequest.of("order:42");

	private final RecordingRedlock recording = new RecordingRedlock();

	private final Redlock redlock = new ContextualRedlock(this.recording);

	@Test
	void aLockOfTheJdkIsThatOfTheLocksItDecorates() {
		Lock own = new ReentrantLock();
		ContextualRedlock contextual = new ContextualRedlock((Redlock) Proxy.newProxyInstance(
				getClass().getClassLoader(), new Class<?>[] { Redlock.class }, (proxy, method, arguments) -> own));
		assertThat(contextual.asLock("a")).isSameAs(own);
		assertThat(contextual.asLock(LockRequest.of("a"))).isSameAs(own);
	}

	@Test
	void anActionSeesItsLeaseInTheContext() throws Exception {
		this.redlock.execute(ORDER, (lease) -> {
			assertThat(LockContext.currentLease()).isSameAs(lease);
			LockContext.assertHeld("order:42");
			return null;
		});
		assertThat(LockContext.findLease()).isEmpty();
	}

	@Test
	void theSameResourceAgainJoinsTheLease() throws Exception {
		this.redlock.execute(ORDER, (outer) -> this.redlock.execute(ORDER, (inner) -> {
			assertThat(inner).isSameAs(outer);
			return null;
		}));
		assertThat(this.recording.count()).isOne();
	}

	@Test
	void moreThanTheLeaseHasIsAnErrorSinceTheActionWouldWaitForItself() throws Exception {
		LockRequest more = LockRequest.of("order:42", "order:43");
		this.redlock.execute(ORDER, (outer) -> {
			assertThatIllegalStateException().isThrownBy(() -> this.redlock.execute(more, (inner) -> null))
				.withMessageContaining("can't be locked together");
			return null;
		});
		assertThat(this.recording.count()).isOne();
	}

	@Test
	void anExceptionOfTheActionLeavesNoLease() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.redlock.execute(ORDER, (outer) -> {
			throw new IOException("action");
		}));
		assertThat(LockContext.findLease()).isEmpty();
	}

	@Test
	void annotatedMethodsAndActionsAreOneChain() throws Exception {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Orders.class)) {
			Orders orders = context.getBean(Orders.class);
			this.redlock.execute(ORDER, (lease) -> orders.locked("42"));
			assertThat(this.recording.count()).isOne();
			assertThat(orders.lockedInside(this.redlock)).isSameAs("joined");
			assertThat(this.recording.count()).isEqualTo(2);
		}
	}

	@Test
	void annotatedMethodsFindTheLocksBehindAllAspectsAroundThem() {
		Object once = new ProxyFactory(this.redlock).getProxy();
		Redlock twice = (Redlock) new ProxyFactory(once).getProxy();
		assertThat(ContextualRedlock.undecorated(twice)).isSameAs(this.recording);
	}

	@Test
	void otherLocksOfTheSameNameAreNotJoined() throws Exception {
		RecordingRedlock elsewhere = new RecordingRedlock();
		Redlock other = new ContextualRedlock(elsewhere);
		this.redlock.execute(ORDER, (lease) -> other.execute(ORDER, (own) -> {
			assertThat(own).isNotSameAs(lease);
			return null;
		}));
		assertThat(elsewhere.count()).isOne();
	}

	@Test
	void everythingElseIsAsItWas() throws Exception {
		Redlock delegate = BDDMockito.mock(Redlock.class);
		Redlock decorated = new ContextualRedlock(delegate);
		Lease lease = new StubLease(ORDER);
		CompletableFuture<Lease> future = CompletableFuture.completedFuture(lease);
		LockInspection inspection = BDDMockito.mock(LockInspection.class);
		BDDMockito.given(delegate.acquire(ORDER)).willReturn(lease);
		BDDMockito.given(delegate.tryAcquire(ORDER)).willReturn(Optional.empty());
		BDDMockito.given(delegate.acquireAsync(ORDER)).willReturn(future);
		BDDMockito.given(delegate.adopt("a", "token", Duration.ofSeconds(1))).willReturn(lease);
		BDDMockito.given(delegate.inspect("a")).willReturn(inspection);
		assertThat(decorated.acquire(ORDER)).isSameAs(lease);
		assertThat(decorated.tryAcquire(ORDER)).isEmpty();
		assertThat(decorated.acquireAsync(ORDER)).isSameAs(future);
		assertThat(decorated.adopt("a", "token", Duration.ofSeconds(1))).isSameAs(lease);
		assertThat(decorated.inspect("a")).isSameAs(inspection);
		assertThat(LockContext.findLease()).isEmpty();
	}

	static class Orders {

		@DistributedLock(name = "order", key = "#id")
		String locked(String id) {
			return "done";
		}

		@DistributedLock(name = "order:42")
		String lockedInside(Redlock redlock) throws Exception {
			Lease own = LockContext.currentLease();
			return redlock.execute(ORDER, (lease) -> (lease == own) ? "joined" : "another");
		}

	}

}
