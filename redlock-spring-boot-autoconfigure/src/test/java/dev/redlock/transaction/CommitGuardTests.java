package dev.redlock.transaction;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;
import dev.redlock.Redlock;
import dev.redlock.aop.ContextualRedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which transactions may commit.
 */
class CommitGuardTests {

	private static final LockRequest A = LockRequest.of("a");

	private final Events events = new Events();

	private final Transactions transactions = new Transactions(this.events);

	private final Redlock redlock = new ContextualRedlock(new SpyRedlock(this.events, new TransactionalLeaseCloser()));

	@BeforeEach
	void guard() {
		this.transactions.manager().addListener(new CommitGuard());
	}

	@AfterEach
	void endTheDatabase() {
		this.transactions.close();
	}

	/**
	 * The normal order: the transaction is inside the lock.
	 */
	private void insertUnder(LockRequest request, boolean lose) throws Exception {
		this.redlock.execute(request, (lease) -> insert(lease, lose));
	}

	private Object insert(Lease lease, boolean lose) {
		this.transactions.required().executeWithoutResult((status) -> {
			this.transactions.insert("a");
			if (lose) {
				((SpyLease) lease).lose();
			}
		});
		return "inserted";
	}

	@Test
	void aTransactionUnderALeaseThatIsHeldCommits() throws Exception {
		insertUnder(A, false);
		assertThat(this.transactions.count()).isOne();
	}

	@Test
	void aTransactionUnderALostLeaseIsRolledBack() {
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> insertUnder(A, true)).satisfies((ex) -> {
			assertThat(ex.getReason()).isEqualTo(LossReason.TAKEN);
			assertThat(ex.getResources()).containsExactly("a");
		});
		assertThat(this.transactions.count()).isZero();
		assertThat(this.events.asList()).containsExactly("lock a", "begin", "rollback", "release a");
	}

	@Test
	void anyLeaseAroundTheTransactionCounts() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.redlock.execute(A, (outer) -> this.redlock.execute(LockRequest.of("b"), (inner) -> {
				((SpyLease) outer).lose();
				return insert(inner, false);
			})));
		assertThat(this.transactions.count()).isZero();
	}

	@Test
	void aTransactionOfItsOwnIsUnderTheLeaseToo() {
		TransactionTemplate own = this.transactions.of(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transactions.required().executeWithoutResult((status) -> {
			this.transactions.insert("outer");
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> this.redlock.execute(A, (lease) -> own.execute((inner) -> {
					this.transactions.insert("inner");
					((SpyLease) lease).lose();
					return "";
				})));
			status.setRollbackOnly();
		});
		assertThat(this.transactions.count()).isZero();
	}

	@Test
	void aLossThatIsToBeIgnoredIsIgnored() throws Exception {
		insertUnder(A.withWhenLost(LossPolicy.IGNORE), true);
		assertThat(this.transactions.count()).isOne();
	}

	@Test
	void aTransactionThatOnlyReadsCommits() throws Exception {
		TransactionTemplate readOnly = this.transactions.required();
		readOnly.setReadOnly(true);
		this.redlock.execute(A, (lease) -> readOnly.execute((status) -> {
			((SpyLease) lease).lose();
			return this.transactions.count();
		}));
		assertThat(this.events.asList()).contains("commit");
	}

	@Test
	void aReleaseByHandIsNoLoss() throws Exception {
		this.redlock.execute(A, (lease) -> this.transactions.required().execute((status) -> {
			this.transactions.insert("a");
			return lease.release();
		}));
		assertThat(this.transactions.count()).isOne();
	}

	@Test
	void aLeaseThatIsOverDoesNotConcernLaterTransactions() throws Exception {
		this.redlock.execute(A, (lease) -> {
			((SpyLease) lease).lose();
			return "";
		});
		this.transactions.required().executeWithoutResult((status) -> this.transactions.insert("a"));
		assertThat(this.transactions.count()).isOne();
	}

	@Test
	void aLeaseThatTheTransactionKeepsMustBeHeldAtItsCommit() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.transactions.required().executeWithoutResult((status) -> {
				SpyLease lease = keep(A);
				this.transactions.insert("a");
				lease.lose();
			}));
		assertThat(this.transactions.count()).isZero();
		assertThat(this.events.asList()).containsExactly("begin", "lock a", "rollback", "release a");
	}

	@Test
	void unlessItsLossIsToBeIgnored() {
		this.transactions.required().executeWithoutResult((status) -> {
			SpyLease lease = keep(A.withWhenLost(LossPolicy.IGNORE));
			this.transactions.insert("a");
			lease.lose();
		});
		assertThat(this.transactions.count()).isOne();
	}

	@Test
	void byAllThatWorkedUnderIt() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.transactions.required().executeWithoutResult((status) -> {
				SpyLease lease = keep(A.withWhenLost(LossPolicy.IGNORE));
				assertThat(keep(A)).isSameAs(lease);
				this.transactions.insert("a");
				lease.lose();
			}));
		assertThat(this.transactions.count()).isZero();
	}

	@Test
	void alsoOneThatWasLockedJustBeforeTheCommit() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.transactions.required().executeWithoutResult((status) -> {
				TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
					@Override
					public void beforeCommit(boolean readOnly) {
						keep(A).lose();
					}
				});
				this.transactions.insert("a");
			}));
		assertThat(this.transactions.count()).isZero();
	}

	@Test
	void theLeasesOfASuspendedTransactionConcernOnlyThat() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.transactions.required().executeWithoutResult((status) -> {
				keep(A).lose();
				this.transactions.of(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
					.executeWithoutResult((own) -> this.transactions.insert("own"));
			}));
		assertThat(this.transactions.count()).isOne();
	}

	@Test
	void aSavepointUnderALostLeaseTakesTheWholeTransactionWithIt() {
		TransactionTemplate nested = this.transactions.of(TransactionDefinition.PROPAGATION_NESTED);
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> this.transactions.required().executeWithoutResult((status) -> {
				this.transactions.insert("outer");
				assertThatExceptionOfType(LeaseLostException.class)
					.isThrownBy(() -> this.redlock.execute(A, (lease) -> nested.execute((inner) -> {
						((SpyLease) lease).lose();
						return "";
					})));
			}));
		assertThat(this.transactions.count()).isZero();
	}

	private SpyLease keep(LockRequest request) {
		try {
			return this.redlock.execute(request, (lease) -> (SpyLease) lease);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
