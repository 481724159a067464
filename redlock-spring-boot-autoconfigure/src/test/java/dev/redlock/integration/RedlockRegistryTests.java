package dev.redlock.integration;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.integration.support.locks.DefaultLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;

import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockLockRegistryAutoConfiguration;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RedlockRegistryTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(AutoConfigurations
		.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class, RedlockLockRegistryAutoConfiguration.class));

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		this.runner
			.withPropertyValues("redlock.nodes=" + servers.uris(), "redlock.restart-guard=false",
					"redlock.lock-registry.enabled=true")
			.run(test);
	}

	@Test
	void itIsOffUnlessItIsAskedFor() {
		this.runner.withPropertyValues("redlock.nodes=" + servers.uris())
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockRegistry.class));
	}

	@Test
	void itLeavesARegistryOfTheApplicationAlone() {
		this.runner.withBean(DefaultLockRegistry.class)
			.withPropertyValues("redlock.nodes=" + servers.uris(), "redlock.lock-registry.enabled=true")
			.run((context) -> assertThat(context).hasSingleBean(LockRegistry.class)
				.doesNotHaveBean(RedlockRegistry.class));
	}

	@Test
	void itNeedsSpringIntegration() {
		this.runner.withClassLoader(new FilteredClassLoader(LockRegistry.class))
			.withPropertyValues("redlock.nodes=" + servers.uris(), "redlock.lock-registry.enabled=true")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("redlockRegistry"));
	}

	@Test
	void aKeyIsLockedOnTheNodesAndByOneThreadAtATime() {
		run((context) -> {
			RedlockRegistry registry = context.getBean(RedlockRegistry.class);
			registry.executeLocked("group:1", () -> {
				assertThat(servers.get(0).get("group:1")).isNotNull();
				assertThat(elsewhere(registry)).isFalse();
			});
			assertThat(servers.get(0).get("group:1")).isNull();
			assertThat(elsewhere(registry)).isTrue();
		});
	}

	private static boolean elsewhere(RedlockRegistry registry) throws Exception {
		return CompletableFuture.supplyAsync(() -> {
			Lock lock = registry.obtain("group:1");
			boolean locked = lock.tryLock();
			if (locked) {
				lock.unlock();
			}
			return locked;
		}).get(10, TimeUnit.SECONDS);
	}

	@Test
	void aLockThatNobodyHasIsForgottenAndOneThatIsHeldIsNot() {
		run((context) -> {
			RedlockRegistry registry = context.getBean(RedlockRegistry.class);
			registry.obtain("held").lock();
			for (int i = 0; i < 1000; i++) {
				registry.obtain("free:" + i);
			}
			Awaitility.await().until(() -> {
				System.gc();
				return registry.size() == 1;
			});
			registry.obtain("held").lock();
			registry.obtain("held").unlock();
			registry.obtain("held").unlock();
			assertThat(servers.get(0).get("held")).isNull();
		});
	}

	@Test
	void equalTextsAreOneLockAndABlankOneIsNone() {
		run((context) -> {
			RedlockRegistry registry = context.getBean(RedlockRegistry.class);
			assertThat(registry.obtain(42)).isSameAs(registry.obtain("42"));
			assertThatIllegalArgumentException().isThrownBy(() -> registry.obtain(" "));
		});
	}

}
