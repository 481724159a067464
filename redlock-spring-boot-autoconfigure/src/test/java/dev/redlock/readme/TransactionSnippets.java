package dev.redlock.readme;

import org.springframework.transaction.annotation.Transactional;

import dev.redlock.annotation.DistributedLock;

/**
 * The snippets of the documentation with transactions.
 */
class TransactionSnippets {

	// tag::transaction[]
	@DistributedLock(name = "account", key = "#id")
	@Transactional
	void withdraw(String id, long amount) {
		// lock, begin, work, commit, release
	}
	// end::transaction[]

}
