package dev.redlock.transaction;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.quorum.QuorumRedlock;

/**
 * Entries that are numbered by counting those before them, which is right only if each
 * caller sees what the one before it has committed.
 */
class Ledger {

	private final JdbcTemplate jdbc;

	private final QuorumRedlock locks;

	private volatile int entriesAtTheLoss;

	Ledger(JdbcTemplate jdbc, @Qualifier("quorumRedlock") QuorumRedlock locks) {
		this.jdbc = jdbc;
		this.locks = locks;
	}

	/**
	 * Adds an entry in a transaction inside the lock, or in that of the caller.
	 * @return its number
	 */
	@DistributedLock("'ledger'")
	@Transactional
	int append() {
		return insert();
	}

	/**
	 * The same, for callers that can not wait.
	 */
	@DistributedLock(key = "'ledger'", waitTime = "0s")
	@Transactional
	int appendAtOnce() {
		return insert();
	}

	/**
	 * Adds an entry, but loses its lock before it is committed.
	 */
	@DistributedLock("'ledger'")
	@Transactional
	void appendAndLoseTheLock() {
		insert();
		loseTheLock();
	}

	/**
	 * Loses the lock as if an operator had revoked it.
	 */
	void loseTheLock() {
		this.locks.revoke("ledger");
		this.entriesAtTheLoss = count();
	}

	/**
	 * Returns how many entries the transaction saw that lost its lock.
	 */
	int entriesAtTheLoss() {
		return this.entriesAtTheLoss;
	}

	private int insert() {
		int number = count();
		this.jdbc.update("insert into entry values (?)", number);
		return number;
	}

	int count() {
		Integer count = this.jdbc.queryForObject("select count(*) from entry", Integer.class);
		return (count != null) ? count : 0;
	}

}
