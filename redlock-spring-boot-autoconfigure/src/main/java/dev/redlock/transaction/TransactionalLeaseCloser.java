package dev.redlock.transaction;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.redlock.Lease;
import dev.redlock.LeaseCloser;
import dev.redlock.LockRequest;

/**
 * Keeps the lease of an action that ran inside a transaction of its caller until that
 * transaction has completed, since nobody else sees what the action did before. Without
 * one, the lease ends with the action. Thread-safe.
 * <p>
 * While it is kept, the same transaction can lock the same resources again. It is renewed
 * as while the action ran.
 */
public final class TransactionalLeaseCloser implements LeaseCloser {

	/**
	 * Creates the closer, for one {@link dev.redlock.Redlock}.
	 */
	public TransactionalLeaseCloser() {
	}

	@Override
	public void close(Lease lease) {
		if (isInTransaction()) {
			KeptLeases kept = KeptLeases.find(this);
			((kept != null) ? kept : KeptLeases.register(this)).add(lease);
		}
		else {
			lease.close();
		}
	}

	@Override
	public @Nullable Lease find(LockRequest request) {
		if (!isInTransaction()) {
			return null;
		}
		KeptLeases kept = KeptLeases.find(this);
		return (kept != null) ? kept.find(request) : null;
	}

	private static boolean isInTransaction() {
		// After completion, a transaction still looks active, but calls nobody any more.
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive();
	}

}
