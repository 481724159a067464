package dev.redlock.transaction;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LossPolicy;
import dev.redlock.aop.LockContext;

/**
 * Rolls a transaction back that is about to commit, when a lease was lost that the
 * current thread works under or that the transaction keeps. The commit fails with a
 * {@link LeaseLostException}. Transactions that only read may commit, as may those under
 * a lease whose loss is to be ignored. Thread-safe.
 * <p>
 * A lease may still be lost while the database commits. Where that matters, have the
 * database check a fencing token.
 */
public final class CommitGuard implements TransactionExecutionListener {

	/**
	 * Creates the guard.
	 */
	public CommitGuard() {
	}

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		// Called later than any synchronization, so that little can happen in between.
		if (!transaction.isReadOnly()) {
			LockContext.findLeases()
				.stream()
				.filter((lease) -> lease.whenLost() != LossPolicy.IGNORE)
				.forEach(CommitGuard::requireHeld);
			KeptLeases.current().map(KeptLeases::guarded).forEach((kept) -> kept.forEach(CommitGuard::requireHeld));
		}
	}

	private static void requireHeld(Lease lease) {
		lease.loss().ifPresent((reason) -> {
			throw new LeaseLostException(lease.resources(), reason);
		});
	}

}
