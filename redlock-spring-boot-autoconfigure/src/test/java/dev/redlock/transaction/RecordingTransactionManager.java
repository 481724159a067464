package dev.redlock.transaction;

import javax.sql.DataSource;

import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Says when the database begins, commits and rolls back, and can fail to commit.
 */
final class RecordingTransactionManager extends JdbcTransactionManager {

	private final transient Events events;

	private volatile boolean failing;

	RecordingTransactionManager(DataSource dataSource, Events events) {
		super(dataSource);
		this.events = events;
	}

	void failToCommit() {
		this.failing = true;
	}

	@Override
	protected void doBegin(Object transaction, TransactionDefinition definition) {
		super.doBegin(transaction, definition);
		this.events.add("begin");
	}

	@Override
	protected void doCommit(DefaultTransactionStatus status) {
		if (this.failing) {
			throw new TransactionSystemException("on commit");
		}
		super.doCommit(status);
		this.events.add("commit");
	}

	@Override
	protected void doRollback(DefaultTransactionStatus status) {
		super.doRollback(status);
		this.events.add("rollback");
	}

}
