package dev.redlock.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockTransactionAutoConfiguration;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whoever gets the lock sees what the one before has committed, on a real database and
 * real nodes.
 */
abstract class AbstractCommitOrderTests {

	private static final int CALLS = 1000;

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedlockTransactionAutoConfiguration.class, TransactionAutoConfiguration.class,
				TransactionManagerCustomizationAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class))
		.withBean(HikariDataSource.class, this::connect)
		.withBean(Ledger.class)
		.withPropertyValues("redlock.restart-guard=false", "redlock.wait-time=60s", "redlock.node-timeout=1s");

	/**
	 * Returns the address of the database.
	 */
	abstract String url();

	/**
	 * Returns what the database says that it is.
	 */
	abstract String product();

	private HikariDataSource connect() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url());
		return pool;
	}

	@BeforeEach
	void createTheTable(TestReporter reporter) throws SQLException {
		DriverManagerDataSource database = new DriverManagerDataSource(url());
		try (Connection connection = database.getConnection()) {
			assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo(product());
			reporter.publishEntry("database", product() + " " + connection.getMetaData().getDatabaseProductVersion());
		}
		JdbcTemplate jdbc = new JdbcTemplate(database);
		jdbc.execute("drop table if exists entry");
		jdbc.execute("create table entry (number int not null)");
	}

	private void run(Scenario scenario) {
		run(this.runner, scenario);
	}

	private static void run(ApplicationContextRunner runner, Scenario scenario) {
		runner.withPropertyValues("redlock.nodes=" + servers.uris())
			.run((context) -> scenario.play(context.getBean(Ledger.class), context.getBean(TransactionTemplate.class)));
	}

	@Test
	void aSecondCallerSeesTheRowOfTheFirstOneAThousandTimes() {
		run((first, transaction) -> run(
				(second, other) -> assertThat(number(first::append, first::append, second::append, second::append))
					.containsExactlyElementsOf(inOrder())));
	}

	@Test
	void alsoWhenTheLockIsInsideOfALongerTransaction() {
		assertThat(numberInLongerTransactions(this.runner)).containsExactlyElementsOf(inOrder());
	}

	@Test
	void butNotIfTheLockWereReleasedWhenTheMethodReturns() {
		assertThat(numberInLongerTransactions(releasingAtReturn())).isNotEqualTo(inOrder());
	}

	@Test
	void aSecondCallerIsRefusedUntilTheTransactionOfTheFirstOneHasCommitted() {
		run((ledger, transaction) -> {
			transaction.executeWithoutResult((status) -> {
				assertThat(ledger.append()).isZero();
				assertThat(inAnotherThread(ledger)).failsWithin(10, TimeUnit.SECONDS)
					.withThrowableThat()
					.withCauseInstanceOf(LockHeldException.class);
				assertThat(ledger.append()).isOne();
			});
			assertThat(inAnotherThread(ledger)).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(2);
		});
	}

	@Test
	void releasedWhenTheMethodReturnsASecondCallerWouldMissTheRow() {
		run(releasingAtReturn(), (ledger, transaction) -> transaction.executeWithoutResult((status) -> {
			assertThat(ledger.append()).isZero();
			assertThat(inAnotherThread(ledger)).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(0);
		}));
	}

	@Test
	void workUnderALostLockIsRolledBack() {
		run((ledger, transaction) -> {
			assertThatExceptionOfType(LeaseLostException.class).isThrownBy(ledger::appendTooSlowly);
			assertThat(ledger.count()).isZero();
		});
	}

	@Test
	void alsoInALongerTransaction() {
		run((ledger, transaction) -> {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> transaction.executeWithoutResult((status) -> {
					Lease lease = ledger.appendBriefly();
					Awaitility.await().until(() -> !lease.isValid());
				}));
			assertThat(ledger.count()).isZero();
		});
	}

	@Test
	void theGuardCanBeSwitchedOff() {
		run(this.runner.withPropertyValues("redlock.transaction.commit-guard=false"), (ledger, transaction) -> {
			assertThatExceptionOfType(LeaseLostException.class).isThrownBy(ledger::appendTooSlowly);
			assertThat(ledger.count()).isOne();
		});
	}

	private ApplicationContextRunner releasingAtReturn() {
		return this.runner.withPropertyValues("redlock.transaction.release-after-completion=false");
	}

	/**
	 * Numbers entries in two applications, in transactions that do something else after
	 * the locked method.
	 */
	private static List<Integer> numberInLongerTransactions(ApplicationContextRunner runner) {
		Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
		run(runner, (first, transaction) -> run(runner, (second, other) -> {
			Callable<Integer> firstCall = () -> transaction.execute((status) -> appendAndCount(first));
			Callable<Integer> secondCall = () -> other.execute((status) -> appendAndCount(second));
			numbers.addAll(number(firstCall, firstCall, secondCall, secondCall));
		}));
		return List.copyOf(numbers);
	}

	private static int appendAndCount(Ledger ledger) {
		int number = ledger.append();
		ledger.count();
		return number;
	}

	private static List<Integer> inOrder() {
		return IntStream.range(0, CALLS).boxed().toList();
	}

	/**
	 * Returns the numbers that callers got who called at the same time, sorted.
	 */
	@SafeVarargs
	@SuppressWarnings("varargs")
	private static List<Integer> number(Callable<Integer>... calls) throws Exception {
		AtomicInteger left = new AtomicInteger(CALLS);
		Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
		ExecutorService callers = Executors.newFixedThreadPool(calls.length);
		try {
			List<Callable<String>> loops = Arrays.stream(calls).<Callable<String>>map((call) -> () -> {
				while (left.getAndDecrement() > 0) {
					numbers.add(call.call());
				}
				return "done";
			}).toList();
			for (Future<String> loop : callers.invokeAll(loops, 5, TimeUnit.MINUTES)) {
				loop.get();
			}
		}
		finally {
			callers.shutdownNow();
		}
		return numbers.stream().sorted().toList();
	}

	private static CompletableFuture<Integer> inAnotherThread(Ledger ledger) {
		return CompletableFuture.supplyAsync(ledger::appendAtOnce);
	}

	/**
	 * What a test does.
	 */
	interface Scenario {

		void play(Ledger ledger, TransactionTemplate transaction) throws Exception;

	}

}
