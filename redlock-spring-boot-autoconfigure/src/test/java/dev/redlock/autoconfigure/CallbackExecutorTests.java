package dev.redlock.autoconfigure;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.test.util.ReflectionTestUtils;
import reactor.core.publisher.Mono;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.quorum.QuorumRedlock;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where code runs for which no thread waits.
 */
@Timeout(20)
class CallbackExecutorTests {

	private static final int MANY = Runtime.getRuntime().availableProcessors() * 2 + 2;

	private static final int A_FEW = 4;

	/** At least as many as there are threads for callbacks. */
	private static final int CALLBACKS = Math.max(8, Runtime.getRuntime().availableProcessors());

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, TaskExecutionAutoConfiguration.class,
				RedlockAutoConfiguration.class))
		.withBean(Work.class)
		.withPropertyValues("redlock.nodes=" + servers.uris(), "redlock.restart-guard=false",
				"redlock.node-timeout=5s");

	@Test
	void bodiesWithKeysOfTheirOwnRunAtTheSameTimeHoweverLongTheyBlock() {
		this.runner.run((context) -> {
			Work work = context.getBean(Work.class);
			CountDownLatch all = new CountDownLatch(MANY);
			List<CompletableFuture<Void>> results = IntStream.range(0, MANY)
				.mapToObj((key) -> work.blocking(key, all))
				.toList();
			assertThat(results)
				.allSatisfy((result) -> assertThat(result.orTimeout(10, TimeUnit.SECONDS).join()).isNull());
		});
	}

	@Test
	void aBodyMayWaitForAnotherLockedMono() {
		this.runner.run((context) -> {
			Work work = context.getBean(Work.class);
			List<CompletableFuture<String>> results = IntStream.range(0, MANY)
				.mapToObj((key) -> work.outer(key, work))
				.toList();
			assertThat(results)
				.allSatisfy((result) -> assertThat(result.orTimeout(10, TimeUnit.SECONDS).join()).startsWith("inner"));
		});
	}

	@Test
	void whatDependsOnAResultMayBlockAndWaitForOthers() {
		this.runner.run((context) -> {
			Work work = context.getBean(Work.class);
			CountDownLatch begin = new CountDownLatch(2 * CALLBACKS + 1);
			CountDownLatch all = new CountDownLatch(2 * CALLBACKS);
			Function<Integer, String> dependent = (key) -> {
				all.countDown();
				CallbackExecutorTests.await(all);
				return Objects.requireNonNull(work.inner(key).block());
			};
			List<CompletableFuture<String>> results = IntStream.range(0, CALLBACKS)
				.boxed()
				.flatMap((key) -> Stream.of(work.blocking(key, begin).thenApply((nothing) -> dependent.apply(key)),
						work.mono(key, begin).map((nothing) -> dependent.apply(key)).toFuture()))
				.toList();
			begin.countDown();
			assertThat(results)
				.allSatisfy((result) -> assertThat(result.orTimeout(10, TimeUnit.SECONDS).join()).startsWith("inner"));
		});
	}

	@Test
	void aFewBlockedDependentsDelayNeitherOtherLeasesNorTheirReleaseOrLoss() {
		this.runner.run((context) -> {
			Redlock redlock = context.getBean(Redlock.class);
			QuorumRedlock locks = context.getBean(RedlockEngine.class).redlock();
			CountDownLatch end = new CountDownLatch(1);
			for (int i = 0; i < A_FEW; i++) {
				redlock.acquire(LockRequest.of("blocked:" + i)).lost().thenRun(() -> await(end));
				locks.revoke("blocked:" + i);
			}
			Lease lease = redlock.acquireAsync(LockRequest.of("lost")).orTimeout(10, TimeUnit.SECONDS).join();
			CompletableFuture<LossReason> lost = lease.lost().toCompletableFuture();
			locks.revoke("lost");
			assertThat(lost.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo(LossReason.REVOKED);
			assertThat(lease.releaseAsync().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join()).isNotNull();
			end.countDown();
		});
	}

	@Test
	void theExecutorOfTheApplicationIsStillThereAndThatOfAsync() {
		this.runner.withUserConfiguration(WithAsync.class).run((context) -> {
			assertThat(context).hasBean("applicationTaskExecutor").hasSingleBean(Executor.class);
			assertThat(context.getBean(Work.class).async().orTimeout(10, TimeUnit.SECONDS).join()).startsWith("task-");
			assertThat(context.getBean(Work.class).name().orTimeout(10, TimeUnit.SECONDS).join())
				.startsWith("redlock-method-");
		});
	}

	@Test
	void anExecutorWithItsNameRunsBodiesBesideThatOfTheApplication() {
		this.runner.withUserConfiguration(WithExecutor.class).run((context) -> {
			assertThat(context.getBean(Work.class).name().orTimeout(10, TimeUnit.SECONDS).join()).startsWith("own-");
			CompletableFuture<String> thread = new CompletableFuture<>();
			Lease lease = context.getBean(Redlock.class).acquire(LockRequest.of("dependent"));
			lease.lost().thenRun(() -> thread.complete(Thread.currentThread().getName()));
			context.getBean(RedlockEngine.class).redlock().revoke("dependent");
			assertThat(thread.orTimeout(10, TimeUnit.SECONDS).join()).startsWith("redlock-callback-");
			assertThat(context).hasBean("applicationTaskExecutor");
		});
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void bodiesRunOnVirtualThreadsIfTheApplicationDoes() {
		this.runner.withPropertyValues("spring.threads.virtual.enabled=true").run((context) -> {
			Thread thread = context.getBean(Work.class).thread().join();
			assertThat(thread.getName()).startsWith("redlock-virtual-");
			// Compiled for a release that has none.
			assertThat(ReflectionTestUtils.<Boolean>invokeMethod(thread, "isVirtual")).isTrue();
		});
	}

	@Test
	void whoeverDependsOnALossAtTheEndOfTheApplicationIsTold() {
		CompletableFuture<LossReason> told = new CompletableFuture<>();
		this.runner.run((context) -> context.getBean(Redlock.class)
			.acquire(LockRequest.of("open"))
			.lost()
			.thenAccept(told::complete));
		assertThat(told.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo(LossReason.CLOSED);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@EnableAsync
	static class WithAsync {

	}

	@Configuration(proxyBeanMethods = false)
	static class WithExecutor {

		@Bean(defaultCandidate = false)
		Executor redlockExecutor() {
			return new SimpleAsyncTaskExecutor("own-");
		}

	}

	static class Work {

		@DistributedLock(name = "blocking", key = "#key")
		CompletableFuture<Void> blocking(int key, CountDownLatch all) {
			all.countDown();
			CallbackExecutorTests.await(all);
			return CompletableFuture.completedFuture(null);
		}

		@DistributedLock(name = "mono", key = "#key")
		Mono<String> mono(int key, CountDownLatch all) {
			return Mono.fromFuture(blocking(key, all)).thenReturn("mono");
		}

		@DistributedLock(name = "outer", key = "#key")
		CompletableFuture<String> outer(int key, Work proxy) {
			return CompletableFuture.completedFuture(proxy.inner(key).block());
		}

		@DistributedLock(name = "inner", key = "#key")
		Mono<String> inner(int key) {
			return Mono.just("inner" + key);
		}

		@DistributedLock(name = "name")
		CompletableFuture<String> name() {
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

		@DistributedLock(name = "thread")
		CompletableFuture<Thread> thread() {
			return CompletableFuture.completedFuture(Thread.currentThread());
		}

		@Async
		CompletableFuture<String> async() {
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

	}

}
