package dev.redlock.transaction;

import javax.sql.DataSource;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.annotation.EnableTransactionManagement;

import dev.redlock.Lease;
import dev.redlock.LeaseCloser;
import dev.redlock.LockHeldException;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockTransactionAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What runs inside what, from the outside to the inside: {@code @Async},
 * {@code @Retryable}, aspects that come first by their order, the lock,
 * {@code @Transactional} and {@code @Cacheable}, the method.
 */
class OrderingTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(AutoConfigurations
		.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class, RedlockTransactionAutoConfiguration.class));

	private void run(Scenario scenario) {
		run(this.runner.withUserConfiguration(Defaults.class), scenario);
	}

	private static void run(ApplicationContextRunner runner, Scenario scenario) {
		runner.run((context) -> scenario.play(context.getBean(OrderedService.class), context.getBean(Events.class),
				context.getBean(SpyRedlock.class)));
	}

	@Test
	void theLockIsOutsideOfTheTransaction() {
		run((service, events, redlock) -> {
			assertThat(service.transactional()).isEqualTo(OrderedService.RESULT);
			assertThat(events.asList()).containsExactly("lock a", "begin", "body", "commit", "release a");
		});
	}

	@Test
	void alsoWhenThatIsRolledBack() {
		run((service, events, redlock) -> {
			service.fail(1);
			assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(service::transactional);
			assertThat(events.asList()).containsExactly("lock a", "begin", "body", "rollback", "release a");
		});
	}

	@Test
	void aLockThatIsMadeToRunInsideOfTheTransactionOutlivesItAllTheSame() {
		run(this.runner.withUserConfiguration(TransactionsFirst.class), (service, events, redlock) -> {
			service.transactional();
			assertThat(events.asList()).containsExactly("begin", "lock a", "body", "commit", "release a");
		});
	}

	@Test
	void butNotWhenTheApplicationHasSwitchedThatOff() {
		run(this.runner.withUserConfiguration(TransactionsFirst.class)
			.withPropertyValues("redlock.transaction.release-after-completion=false"), (service, events, redlock) -> {
				service.transactional();
				assertThat(events.asList()).containsExactly("begin", "lock a", "body", "release a", "commit");
			});
	}

	@Test
	void theLockIsOutsideOfTheCacheSoThatOneCallerComputesForAll() {
		run((service, events, redlock) -> {
			service.cacheable("x");
			assertThat(events.asList()).containsExactly("lock a", "cache get", "body", "cache put", "release a");
		});
	}

	@Test
	void thereforeAHitTakesTheLockToo() {
		run((service, events, redlock) -> {
			service.cacheable("x");
			events.clear();
			assertThat(service.cacheable("x")).isEqualTo(OrderedService.RESULT);
			assertThat(events.asList()).containsExactly("lock a", "cache get", "release a");
		});
	}

	@Test
	void theLockIsInsideOfAsyncOnTheThreadThatDoesTheWork() {
		run((service, events, redlock) -> {
			service.async();
			awaitRelease(events);
			assertThat(events.asList()).containsExactly("lock a", "worker-1", "body", "release a");
		});
	}

	@Test
	void theCallerOfAsyncDoesNotWaitForTheLock() {
		run((service, events, redlock) -> {
			redlock.refuse(1);
			service.async();
			Awaitility.await().untilAsserted(() -> assertThat(events.asList()).containsExactly("refused"));
		});
	}

	@Test
	void theLockIsInsideOfTheRetriesSoThatOthersGetItInBetween() {
		run((service, events, redlock) -> {
			service.fail(2);
			assertThat(service.retryable()).isEqualTo(OrderedService.RESULT);
			assertThat(events.asList()).containsExactly("lock a", "body", "release a", "lock a", "body", "release a",
					"lock a", "body", "release a");
		});
	}

	@Test
	void thereforeARefusedLockIsRetriedToo() {
		run((service, events, redlock) -> {
			redlock.refuse(1);
			service.retryable();
			assertThat(events.asList()).containsExactly("refused", "lock a", "body", "release a");
		});
	}

	@Test
	void aRefusedLockIsNotRetriedIfItIsExcluded() {
		run((service, events, redlock) -> {
			redlock.refuse(1);
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(service::retryableButNotForTheLock);
			assertThat(events.asList()).containsExactly("refused");
		});
	}

	@Test
	void anAspectIsOutsideOrInsideByItsOrderAndInsideWithoutOne() {
		run((service, events, redlock) -> {
			service.watched();
			assertThat(events.asList()).containsExactly("first in", "lock a", "late in", "unordered in", "body",
					"unordered out", "late out", "release a", "first out");
		});
	}

	@Test
	void theOrderOfTheLockCanBeChanged() {
		run(this.runner.withUserConfiguration(Defaults.class).withPropertyValues("redlock.aop.order=-1"),
				(service, events, redlock) -> {
					service.watched();
					assertThat(events.asList()).startsWith("lock a", "first in").endsWith("first out", "release a");
				});
	}

	@Test
	void allOfThemTogether() {
		run((service, events, redlock) -> {
			service.fail(1);
			service.everything("x");
			Awaitility.await()
				.untilAsserted(() -> assertThat(events.asList().stream().filter("first out"::equals)).hasSize(2));
			assertThat(events.asList())
				.filteredOn((event) -> !event.startsWith("cache") && !event.startsWith("unordered"))
				.containsExactly("first in", "lock a", "late in", "begin", "body", "rollback", "late out", "release a",
						"first out", "first in", "lock a", "late in", "begin", "body", "commit", "late out",
						"release a", "first out");
		});
	}

	private static void awaitRelease(Events events) {
		Awaitility.await().untilAsserted(() -> assertThat(events.asList()).contains("release a"));
	}

	/**
	 * What a test does.
	 */
	interface Scenario {

		void play(OrderedService service, Events events, SpyRedlock redlock) throws Exception;

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@Import(Application.class)
	static class Defaults {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = 0)
	@Import(Application.class)
	static class TransactionsFirst {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@EnableAsync
	@EnableResilientMethods
	@Import({ Events.class, OrderedService.class, WatchingAspects.First.class, WatchingAspects.Late.class,
			WatchingAspects.Unordered.class })
	static class Application {

		@Bean
		SpyRedlock redlock(Events events, ObjectProvider<LeaseCloser> closer) {
			return new SpyRedlock(events, closer.getIfAvailable(() -> Lease::close));
		}

		@Bean
		DataSource dataSource() {
			return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
		}

		@Bean
		RecordingTransactionManager transactionManager(DataSource dataSource, Events events) {
			return new RecordingTransactionManager(dataSource, events);
		}

		@Bean
		ThreadPoolTaskExecutor taskExecutor() {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setThreadNamePrefix("worker-");
			executor.setCorePoolSize(1);
			return executor;
		}

		@Bean
		CacheManager cacheManager(Events events) {
			return new ConcurrentMapCacheManager() {
				@Override
				protected Cache createConcurrentMapCache(String name) {
					return new RecordingCache(name, events);
				}
			};
		}

	}

	private static final class RecordingCache extends ConcurrentMapCache {

		private final Events events;

		RecordingCache(String name, Events events) {
			super(name);
			this.events = events;
		}

		@Override
		protected @Nullable Object lookup(Object key) {
			this.events.add("cache get");
			return super.lookup(key);
		}

		@Override
		public void put(Object key, @Nullable Object value) {
			this.events.add("cache put");
			super.put(key, value);
		}

	}

}
