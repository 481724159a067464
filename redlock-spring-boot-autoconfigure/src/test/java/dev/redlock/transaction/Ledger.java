package dev.redlock.transaction;

import org.awaitility.Awaitility;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

import dev.redlock.Lease;
import dev.redlock.annotation.AutoExtend;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.LockContext;

/**
 * Entries that are numbered by counting those before them, which is right only if each
 * caller sees what the one before it has committed.
 */
class Ledger {

	private final JdbcTemplate jdbc;

	Ledger(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
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
	 * Adds an entry under a lock that is not renewed.
	 * @return the lease
	 */
	@DistributedLock(key = "'ledger'", ttl = "300ms", autoExtend = AutoExtend.OFF)
	@Transactional
	Lease appendBriefly() {
		insert();
		return LockContext.currentLease();
	}

	/**
	 * Adds an entry, but loses its lock before it is committed.
	 */
	@DistributedLock(key = "'ledger'", ttl = "300ms", autoExtend = AutoExtend.OFF)
	@Transactional
	void appendTooSlowly() {
		insert();
		Lease lease = LockContext.currentLease();
		Awaitility.await().until(() -> !lease.isValid());
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
