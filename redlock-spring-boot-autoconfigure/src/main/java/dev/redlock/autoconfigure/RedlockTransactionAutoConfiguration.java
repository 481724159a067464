package dev.redlock.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.redlock.LeaseCloser;
import dev.redlock.transaction.TransactionalLeaseCloser;

/**
 * Auto-configuration for locks around transactions and inside them.
 */
@AutoConfiguration(before = RedlockAutoConfiguration.class)
@ConditionalOnClass({ TransactionSynchronizationManager.class, TransactionExecutionListener.class })
@ConditionalOnSetting(name = "redlock.enabled", matchIfMissing = true)
public final class RedlockTransactionAutoConfiguration {

	RedlockTransactionAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(LeaseCloser.class)
	@ConditionalOnSetting(name = "redlock.transaction.release-after-completion", matchIfMissing = true)
	TransactionalLeaseCloser transactionalLeaseCloser() {
		return new TransactionalLeaseCloser();
	}

	@Bean
	@ConditionalOnSetting(name = "redlock.transaction.commit-guard", matchIfMissing = true)
	static CommitGuardRegistration commitGuardRegistration() {
		return new CommitGuardRegistration();
	}

}
