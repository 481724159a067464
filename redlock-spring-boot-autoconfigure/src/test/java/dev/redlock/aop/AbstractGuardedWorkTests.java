package dev.redlock.aop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockNodes;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with guarded work on five real servers.
 */
abstract class AbstractGuardedWorkTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(5);

	private static ConfigurableApplicationContext context;

	private Lease rival;

	private volatile boolean begun;

	@BeforeAll
	static void startApplication() {
		context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("redlock.nodes=" + servers.uris(), "redlock.restart-guard=false", "redlock.node-timeout=5s",
					"spring.main.banner-mode=off")
			.run();
	}

	@AfterAll
	static void stopApplication() {
		context.close();
	}

	@BeforeEach
	void awaitNodes() throws IOException {
		// The servers were told to forget all scripts, which they never do by themselves.
		Resource[] scripts = new PathMatchingResourcePatternResolver().getResources("classpath*:dev/redlock/*.lua");
		assertThat(scripts).isNotEmpty();
		for (Resource script : scripts) {
			String source = script.getContentAsString(StandardCharsets.UTF_8);
			servers.all().forEach((node) -> node.run(Command.SCRIPT, "LOAD", source));
		}
		soon("all nodes to be up").until(() -> context.getBean(RedlockNodes.class)
			.asList()
			.stream()
			.allMatch((node) -> node.status().state() == State.UP));
	}

	@AfterEach
	void endRival() {
		if (this.rival != null) {
			this.rival.close();
		}
	}

	static GuardedWork work() {
		return context.getBean(GuardedWork.class);
	}

	static Redlock redlock() {
		return context.getBean(Redlock.class);
	}

	/**
	 * Lets somebody else hold the key.
	 */
	void hold() throws InterruptedException {
		this.rival = redlock().acquire(LockRequest.of(GuardedWork.KEY).withWaitTime(Duration.ofSeconds(5)));
	}

	void letGo() {
		this.rival.close();
	}

	static boolean isFree() throws InterruptedException {
		return redlock().tryAcquire(LockRequest.of(GuardedWork.KEY).withWaitTime(Duration.ZERO)).map((lease) -> {
			lease.close();
			return true;
		}).orElse(false);
	}

	static long keys() {
		return servers.all().stream().map((node) -> node.get(GuardedWork.KEY)).filter(Objects::nonNull).count();
	}

	/**
	 * The body of a guarded method, for {@link #awaitWork()}.
	 */
	<T> Supplier<T> body(T result) {
		return () -> {
			this.begun = true;
			return result;
		};
	}

	/**
	 * Keys on all nodes may still belong to an acquire that hasn't heard of them: a
	 * cancel then ends the acquire, and the body never runs. Or they may have expired
	 * before anybody looks.
	 */
	void awaitWork() {
		soon("the work to begin").until(() -> this.begun);
	}

	static void awaitKeys() {
		soon("the key on all nodes").until(() -> keys() == 5);
	}

	/**
	 * A quorum has confirmed the release; it was sent to the others, too.
	 */
	static void assertKeysGone() {
		soon("no key on any node").until(() -> keys() == 0);
	}

	static void deleteKeys() {
		servers.all().forEach((node) -> node.run(Command.DEL, GuardedWork.KEY));
	}

	static ConditionFactory soon(String what) {
		// Far below the ttl of 30 seconds, which must not be what freed the key.
		return Awaitility.await(what).atMost(Duration.ofSeconds(15)).pollInterval(Duration.ofMillis(2));
	}

	static <T> T result(CompletableFuture<T> future) throws Exception {
		return future.get(20, TimeUnit.SECONDS);
	}

	static Throwable failure(CompletableFuture<?> future) {
		return assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> result(future)).actual().getCause();
	}

	/**
	 * Finds out whether two pieces of work run at the same time.
	 */
	static final class Together {

		private final AtomicInteger now = new AtomicInteger();

		private final AtomicInteger most = new AtomicInteger();

		private final AtomicInteger ended = new AtomicInteger();

		CompletableFuture<String> work() {
			enter();
			return CompletableFuture.supplyAsync(this::leave,
					CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
		}

		void enter() {
			int together = this.now.incrementAndGet();
			this.most.accumulateAndGet(together, Math::max);
		}

		String leave() {
			this.now.decrementAndGet();
			this.ended.incrementAndGet();
			return "done";
		}

		void assertNever(int count) {
			assertThat(this.ended).hasValue(count);
			assertThat(this.most).hasValue(1);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockAutoConfiguration.class })
	@EnableAsync(proxyTargetClass = true)
	static class Application implements AsyncConfigurer {

		@Bean
		GuardedWork guardedWork() {
			return new GuardedWork();
		}

		@Bean
		ThreadPoolTaskExecutor jobs() {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setThreadNamePrefix("jobs-");
			executor.setCorePoolSize(4);
			return executor;
		}

		@Override
		public Executor getAsyncExecutor() {
			return context().getBean("jobs", Executor.class);
		}

		private static ConfigurableApplicationContext context() {
			return context;
		}

	}

}
