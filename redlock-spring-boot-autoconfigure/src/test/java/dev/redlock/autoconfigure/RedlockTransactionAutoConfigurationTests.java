package dev.redlock.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mockito.ArgumentMatchers;
import org.mockito.BDDMockito;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;

import dev.redlock.LeaseCloser;
import dev.redlock.Redlock;
import dev.redlock.test.RedisNodes;
import dev.redlock.transaction.CommitGuard;
import dev.redlock.transaction.TransactionalLeaseCloser;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application with transactions gets.
 */
class RedlockTransactionAutoConfigurationTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedlockTransactionAutoConfiguration.class, TransactionManagerCustomizationAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class));

	private ApplicationContextRunner withStubs() {
		return this.runner.withBean(Redlock.class, () -> BDDMockito.mock(Redlock.class))
			.withBean(DriverManagerDataSource.class, RedlockTransactionAutoConfigurationTests::dataSource);
	}

	private static DriverManagerDataSource dataSource() {
		return new DriverManagerDataSource("jdbc:h2:mem:unused");
	}

	@Test
	void leasesAreKeptUntilCompletion() {
		withStubs().run((context) -> assertThat(context).hasSingleBean(LeaseCloser.class)
			.hasSingleBean(TransactionalLeaseCloser.class));
	}

	@Test
	void aLeaseCloserOfTheApplicationWins() {
		LeaseCloser own = BDDMockito.mock(LeaseCloser.class);
		withStubs().withBean(LeaseCloser.class, () -> own)
			.run((context) -> assertThat(context.getBean(LeaseCloser.class)).isSameAs(own));
	}

	@Test
	void noLeaseIsKeptIfReleaseAfterCompletionIsOff() {
		withStubs().withPropertyValues("redlock.transaction.release-after-completion=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaseCloser.class)
				.hasSingleBean(CommitGuardRegistration.class));
	}

	@Test
	void theTransactionManagerOfSpringBootHasTheGuard() {
		withStubs().run((context) -> assertThat(
				context.getBean(ConfigurableTransactionManager.class).getTransactionExecutionListeners())
			.hasExactlyElementsOfTypes(CommitGuard.class));
	}

	@Test
	void theTransactionManagersThatTheApplicationDeclaresHaveTheGuard() {
		withStubs().withBean("first", JdbcTransactionManager.class, () -> new JdbcTransactionManager(dataSource()))
			.withBean("second", JdbcTransactionManager.class, () -> new JdbcTransactionManager(dataSource()))
			.run((context) -> assertThat(context.getBeansOfType(ConfigurableTransactionManager.class).values())
				.hasSize(2)
				.allSatisfy((manager) -> assertThat(manager.getTransactionExecutionListeners())
					.hasExactlyElementsOfTypes(CommitGuard.class)));
	}

	@Test
	void aReactiveOneHasNotAsItsThreadsKnowOfNoLease() {
		ConfigurableTransactionManager reactive = BDDMockito.mock(ConfigurableTransactionManager.class);
		withStubs().withBean(ConfigurableTransactionManager.class, () -> reactive)
			.run((context) -> BDDMockito.then(reactive).should(BDDMockito.never()).addListener(ArgumentMatchers.any()));
	}

	@Test
	void theGuardCanBeSwitchedOff() {
		withStubs().withPropertyValues("redlock.transaction.commit-guard=false")
			.run((context) -> assertThat(
					context.getBean(ConfigurableTransactionManager.class).getTransactionExecutionListeners())
				.isEmpty());
	}

	@Test
	void nothingIsThereWhenTheLocksAreSwitchedOff() {
		this.runner.withPropertyValues("redlock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LeaseCloser.class)
				.doesNotHaveBean(CommitGuardRegistration.class));
	}

	@Test
	void nothingBreaksWithoutTransactions() {
		this.runner.withPropertyValues("redlock.restart-guard=false", "redlock.nodes=" + servers.uris())
			.withBean(Counter.class, () -> new Counter(servers.get(0)))
			.withClassLoader(new FilteredClassLoader("org.springframework.transaction", "org.springframework.jdbc"))
			.run((context) -> {
				assertThat(context).doesNotHaveBean(LeaseCloser.class);
				assertThat(context.getBean(Counter.class).key("42")).isEqualTo("40 hex digits");
			});
	}

}
