package dev.redlock.transaction;

import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.mockito.InOrder;
import org.springframework.core.Ordered;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.redlock.Lease;
import dev.redlock.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * When a lease ends.
 */
class TransactionalLeaseCloserTests {

	private static final LockRequest A = LockRequest.of("a");

	private static final LockRequest B = LockRequest.of("b");

	private final Events events = new Events();

	private final Transactions transactions = new Transactions(this.events);

	private final TransactionalLeaseCloser closer = new TransactionalLeaseCloser();

	private final SpyRedlock redlock = new SpyRedlock(this.events, this.closer);

	@AfterEach
	void endTheDatabase() {
		this.transactions.close();
	}

	private Lease lock(LockRequest request) {
		return lock(this.redlock, request);
	}

	private static Lease lock(SpyRedlock redlock, LockRequest request) {
		try {
			return redlock.execute(request, (lease) -> lease);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void inTransaction(Runnable work) {
		in(TransactionDefinition.PROPAGATION_REQUIRED, work);
	}

	private void in(int propagation, Runnable work) {
		this.transactions.of(propagation).executeWithoutResult((status) -> work.run());
	}

	@Test
	void withoutATransactionTheLeaseEndsWithTheAction() {
		lock(A);
		assertThat(this.events.asList()).containsExactly("lock a", "release a");
	}

	@Test
	void aTransactionThatTheActionBeganIsOverBeforeTheLeaseEnds() throws Exception {
		this.redlock.execute(A, (lease) -> {
			inTransaction(() -> {
			});
			return null;
		});
		assertThat(this.events.asList()).containsExactly("lock a", "begin", "commit", "release a");
	}

	@Test
	void insideATransactionTheLeaseEndsAfterTheCommit() {
		inTransaction(() -> lock(A));
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "commit", "release a");
	}

	@Test
	void aLeaseIsReleasedAfterTheRollback() {
		this.transactions.required().executeWithoutResult((status) -> {
			lock(A);
			status.setRollbackOnly();
		});
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "rollback", "release a");
	}

	@Test
	void aLeaseIsReleasedWhenTheCommitHasFailed() {
		this.transactions.manager().failToCommit();
		assertThatExceptionOfType(TransactionSystemException.class).isThrownBy(() -> inTransaction(() -> lock(A)));
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "release a");
	}

	@Test
	void anActionThatThrowsKeepsItsLeaseToo() {
		inTransaction(() -> {
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> this.redlock.execute(A, (lease) -> {
					throw new UnsupportedOperationException();
				}));
		});
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "commit", "release a");
	}

	@Test
	void aLeaseIsReleasedBeforeWhatWasToRunFirstAfterTheTransactionAndMayWantTheSameLock() {
		inTransaction(() -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public int getOrder() {
					return Ordered.HIGHEST_PRECEDENCE;
				}

				@Override
				public void afterCompletion(int status) {
					TransactionalLeaseCloserTests.this.events.add("listener");
				}

			});
			lock(A);
		});
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "commit", "release a", "listener");
	}

	@Test
	void severalLeasesEndInReverseOrder() {
		inTransaction(() -> {
			lock(A);
			lock(B);
		});
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "lock b", "commit", "release b",
				"release a");
	}

	@Test
	void severalLeasesAreReleasedAtOnceBeforeAnyOfTheReleasesIsWaitedFor() {
		Lease first = BDDMockito.mock();
		Lease second = BDDMockito.mock();
		inTransaction(() -> {
			this.closer.close(first);
			this.closer.close(second);
		});
		InOrder order = BDDMockito.inOrder(first, second);
		order.verify(second).releaseAsync();
		order.verify(first).releaseAsync();
		order.verify(second).close();
		order.verify(first).close();
	}

	@Test
	void aScopeWithoutADatabaseTransactionKeepsNothing() {
		in(TransactionDefinition.PROPAGATION_SUPPORTS, () -> lock(A));
		assertThat(this.events.asList()).containsExactly("lock a", "release a");
	}

	@Test
	void aSuspendedTransactionKeepsItsLeasesAndOnlyThose() {
		inTransaction(() -> {
			lock(A);
			in(TransactionDefinition.PROPAGATION_REQUIRES_NEW, () -> lock(B));
			in(TransactionDefinition.PROPAGATION_NOT_SUPPORTED, () -> lock(B));
			lock(LockRequest.of("c"));
		});
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "begin", "lock b", "commit", "release b",
				"lock b", "release b", "lock c", "commit", "release c", "release a");
	}

	@Test
	void aRollbackToASavepointEndsNoLease() {
		inTransaction(() -> {
			this.transactions.of(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult((status) -> {
				lock(A);
				status.setRollbackOnly();
			});
			this.events.add("rolled back to the savepoint");
		});
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "rolled back to the savepoint", "commit",
				"release a");
	}

	@Test
	void theSameTransactionLocksTheSameAgainWithoutWaitingForItself() {
		inTransaction(() -> {
			Lease first = lock(LockRequest.of("a", "b"));
			assertThat(lock(A)).isSameAs(first);
			assertThat(lock(LockRequest.of("c", "d"))).isNotSameAs(first);
		});
		assertThat(this.events.asList()).containsExactly("begin", "lock a b", "lock c d", "commit", "release c d",
				"release a b");
	}

	@Test
	void moreThanTheTransactionKeepsIsAnErrorSinceItWouldWaitForItself() {
		inTransaction(() -> {
			Lease first = lock(LockRequest.of("a", "b"));
			assertThatIllegalStateException().isThrownBy(() -> this.closer.find(LockRequest.of("b", "c")))
				.withMessageContaining("b, c: can't be locked together")
				.withMessageContaining("(a, b)");
			((SpyLease) first).lose();
			assertThat(this.closer.find(LockRequest.of("b", "c"))).isNull();
		});
	}

	@Test
	void aTransactionOfItsOwnDoesNotSeeTheWorkAndSoDoesNotJoin() {
		inTransaction(() -> {
			lock(A);
			in(TransactionDefinition.PROPAGATION_REQUIRES_NEW, () -> assertThat(this.closer.find(A)).isNull());
			assertThat(this.closer.find(A)).isNotNull();
		});
		assertThat(this.closer.find(A)).isNull();
	}

	@Test
	void aLostLeaseIsNotJoined() {
		inTransaction(() -> {
			((SpyLease) lock(A)).lose();
			assertThat(this.closer.find(A)).isNull();
		});
	}

	@Test
	void aLeaseWithoutAFencingTokenCanNotStandForOneWith() {
		inTransaction(() -> {
			lock(A);
			assertThatIllegalStateException().isThrownBy(() -> this.closer.find(A.withFencing()))
				.withMessageContaining("Ask for fencing the first time");
		});
		inTransaction(() -> {
			lock(A.withFencing());
			assertThat(this.closer.find(A.withFencing())).isNotNull();
		});
	}

	@Test
	void locksOnOtherNodesAreOtherLocks() {
		SpyRedlock other = new SpyRedlock(this.events, new TransactionalLeaseCloser());
		inTransaction(() -> assertThat(lock(other, A)).isNotSameAs(lock(A)));
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "lock a", "commit", "release a",
				"release a");
	}

	@Test
	void workAfterTheCommitStillHasTheLock() {
		AtomicReference<Lease> joined = new AtomicReference<>();
		inTransaction(() -> {
			Lease lease = lock(A);
			register(new TransactionSynchronization() {
				@Override
				public void afterCommit() {
					joined.set(lock(A));
					lock(B);
				}
			});
			assertThat(lease.isValid()).isTrue();
		});
		assertThat(joined.get()).isNotNull();
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "commit", "lock b", "release b",
				"release a");
	}

	@Test
	void workAfterTheCompletionCanLockTheSameAgain() {
		inTransaction(() -> {
			register(new TransactionSynchronization() {
				@Override
				public void afterCompletion(int status) {
					lock(A);
				}
			});
			lock(A);
		});
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "commit", "release a", "lock a",
				"release a");
	}

	private static void register(TransactionSynchronization synchronization) {
		TransactionSynchronizationManager.registerSynchronization(synchronization);
	}

}
