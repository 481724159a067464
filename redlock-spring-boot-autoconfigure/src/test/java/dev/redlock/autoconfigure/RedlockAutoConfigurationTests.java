package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.aspectj.weaver.Advice;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mockito.ArgumentMatchers;
import org.mockito.BDDMockito;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Protocol;

import dev.redlock.LockRequest;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.aop.ContextualRedlock;
import dev.redlock.aop.DistributedLockAdvisor;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.QuorumRedlock;
import dev.redlock.quorum.QuorumSettings;
import dev.redlock.quorum.RetryDelay;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What an application gets from its configuration.
 */
class RedlockAutoConfigurationTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedlockMetricsAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s", "redlock.connect-timeout=20s");

	private ApplicationContextRunner connected() {
		return this.runner.withPropertyValues("redlock.nodes=" + servers.uris());
	}

	@Test
	void anAnnotatedMethodIsGuardedOnTheConfiguredNodes() {
		connected().withBean(Counter.class, () -> new Counter(servers.get(0))).run((context) -> {
			assertThat(context.getBean(Counter.class).key("42")).isEqualTo("40 hex digits");
			Awaitility.await().until(() -> servers.get(0).get("counter:42") == null);
		});
	}

	@Test
	void anAnnotatedMethodIsGuardedWithoutAspectJ() {
		connected().withBean(Counter.class, () -> new Counter(servers.get(0)))
			.withClassLoader(new FilteredClassLoader(Advice.class))
			.run((context) -> assertThat(context.getBean(Counter.class).key("42")).isEqualTo("40 hex digits"));
	}

	@Test
	void anAnnotatedMethodIsGuardedByOtherLocksWithoutJedis() {
		Redlock own = BDDMockito.mock(Redlock.class);
		this.runner.withBean(Redlock.class, () -> own)
			.withBean(Counter.class, () -> new Counter(servers.get(0)))
			.withClassLoader(new FilteredClassLoader(ConnectionPool.class))
			.run((context) -> {
				context.getBean(Counter.class).key("42");
				BDDMockito.then(own).should().execute(ArgumentMatchers.any(), ArgumentMatchers.any());
			});
	}

	@Test
	void anAnnotatedMethodWithoutAnyLocksStopsTheStart() {
		this.runner.withBean(Counter.class, () -> new Counter(servers.get(0)))
			.withClassLoader(new FilteredClassLoader(ConnectionPool.class))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("no bean of the type Redlock"));
	}

	@Test
	void anAnnotatedMethodAndSeveralLocksToChooseFromStopTheStart() {
		this.runner.withBean(Counter.class, () -> new Counter(servers.get(0)))
			.withBean("one", Redlock.class, () -> BDDMockito.mock(Redlock.class))
			.withBean("other", Redlock.class, () -> BDDMockito.mock(Redlock.class))
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("several beans of the type Redlock: [one, other]"));
	}

	@Test
	void oneOfSeveralLocksMayBePrimary() {
		Redlock primary = BDDMockito.mock(Redlock.class);
		this.runner.withBean(Counter.class, () -> new Counter(servers.get(0)))
			.withBean("one", Redlock.class, () -> primary, (definition) -> definition.setPrimary(true))
			.withBean("other", Redlock.class, () -> BDDMockito.mock(Redlock.class))
			.run((context) -> {
				context.getBean(Counter.class).key("42");
				BDDMockito.then(primary).should().execute(ArgumentMatchers.any(), ArgumentMatchers.any());
			});
	}

	@Test
	void theLocksAreOneCandidateForInjectionAndByTypeAndKnowTheContext() {
		connected().withBean(Injected.class).run((context) -> {
			assertThat(context.getBean(Injected.class).redlock).isSameAs(context.getBean(Redlock.class))
				.isSameAs(context.getBean("redlock"))
				.isInstanceOf(ContextualRedlock.class);
			assertThat(context).doesNotHaveBean(QuorumRedlock.class);
		});
	}

	@Test
	void nodesMayBeObjectsWithNames() {
		this.runner
			.withPropertyValues("redlock.nodes[0].uri=" + servers.get(0).uri(), "redlock.nodes[0].name=berlin",
					"redlock.nodes[1]=" + servers.get(1).uri())
			.run((context) -> assertThat(context.getBean(RedlockNodes.class).asList()).extracting(RedlockNode::name)
				.containsExactly("berlin", "127.0.0.1:" + servers.get(1).port()));
	}

	@Test
	void theFirstLockFindsWarmConnections() {
		connected().run((context) -> {
			assertThat(context.getBean(RedlockNodes.class).asList())
				.allSatisfy((node) -> assertThat(node.status().state()).isEqualTo(State.UP));
			context.getBean(Redlock.class).acquire(LockRequest.of("a").withWaitTime(Duration.ZERO)).close();
		});
	}

	@Test
	void theContextStartsWithAllNodesDown() {
		servers.all().forEach((server) -> server.kill());
		connected().run((context) -> {
			assertThat(context).hasNotFailed();
			assertThatExceptionOfType(QuorumUnavailableException.class)
				.isThrownBy(
						() -> context.getBean(Redlock.class).acquire(LockRequest.of("a").withWaitTime(Duration.ZERO)))
				.satisfies((ex) -> assertThat(ex.getVotes()).hasSize(3));
		});
	}

	@Test
	void backsOffWhenTheApplicationBringsItsOwnRedlock() {
		this.runner.withBean(Redlock.class, () -> BDDMockito.mock(Redlock.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(Redlock.class)
				.hasSingleBean(DistributedLockAdvisor.class)
				.doesNotHaveBean(RedlockNodes.class));
	}

	@Test
	void connectionDetailsTakeThePlaceOfTheProperty() {
		this.runner
			.withBean(RedlockConnectionDetails.class,
					() -> () -> List.of(new RedlockConnectionDetails.Node(servers.get(2).uri(), null, "test")))
			.run((context) -> assertThat(context.getBean(RedlockNodes.class).asList()).hasSize(1));
	}

	@Test
	void canBeSwitchedOff() {
		this.runner.withPropertyValues("redlock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(Redlock.class)
				.doesNotHaveBean(DistributedLockAdvisor.class));
	}

	@Test
	void metersAppearWhenThereIsARegistry() {
		connected().withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withBean(Counter.class, () -> new Counter(servers.get(0)))
			.run((context) -> {
				context.getBean(Counter.class).key("42");
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBeansOfType(MeterBinder.class).values().forEach((binder) -> binder.bindTo(registry));
				assertThat(registry.get("redlock.acquire")
					.tag("lock", "counter")
					.tag("outcome", "acquired")
					.timer()
					.count()).isEqualTo(1);
				assertThat(registry.get("redlock.quorum")
					.tag("operation", "release")
					.tag("outcome", "reached")
					.timer()
					.count()).isEqualTo(1);
				assertThat(registry.get("redlock.node.call").tag("operation", "acquire").timers()).isNotEmpty();
				assertThat(registry.get("redlock.held").tag("lock", "counter").timer().count()).isEqualTo(1);
				assertThat(registry.get("redlock.nodes").tag("state", "up").gauge().value()).isEqualTo(3);
				assertThat(registry.getMeters())
					.noneSatisfy((meter) -> assertThat(meter.getId().getTags().toString()).contains("counter:42"));
			});
	}

	@Test
	void nothingBreaksWithoutMicrometer() {
		connected().withBean(Counter.class, () -> new Counter(servers.get(0)))
			.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context.getBean(Counter.class).key("42")).isEqualTo("40 hex digits"));
	}

	@Test
	void thePropertiesOfTheLocksTakeEffect() {
		connected()
			.withPropertyValues("redlock.key-prefix=shop:", "redlock.ttl=11s", "redlock.max-ttl=22s",
					"redlock.wait-time=33ms", "redlock.retry.min-delay=44ms", "redlock.retry.max-delay=55ms",
					"redlock.drift-factor=0.06", "redlock.drift-allowance=7ms", "redlock.extension.enabled=false",
					"redlock.extension.max=8", "redlock.fencing.retention=9h", "redlock.client-name=odd-name")
			.run((context) -> {
				assertThat(context.getBean(QuorumSettings.class))
					.isEqualTo(new QuorumSettings("shop:", Duration.ofSeconds(11), Duration.ofSeconds(22),
							Duration.ofMillis(33), new RetryDelay(Duration.ofMillis(44), Duration.ofMillis(55)),
							new Drift(0.06, Duration.ofMillis(7)), false, 8, Duration.ofHours(9)));
				assertThat(servers.all()).allSatisfy((server) -> assertThat(clients(server)).contains("name=odd-name"));
			});
	}

	@Test
	void aServerThatRestartedWaitsForTheLongestTtlThatTheLocksMayHave() {
		QuorumSettings own = new QuorumSettings("", Duration.ofSeconds(30), Duration.ofDays(2), Duration.ofSeconds(3),
				new RetryDelay(Duration.ofMillis(20), Duration.ofMillis(200)), new Drift(0.01, Duration.ofMillis(2)),
				true, 100, Duration.ofDays(7));
		connected().withPropertyValues("redlock.restart-guard=true")
			.withBean(QuorumSettings.class, () -> own)
			.run((context) -> assertThat(context.getBean(RedlockNodes.class).asList())
				.allSatisfy((node) -> assertThat(node.status().quarantineLeft()).isGreaterThan(Duration.ofDays(1))));
	}

	private static String clients(TestNode server) {
		return String.valueOf(server.run(Protocol.Command.CLIENT, "LIST"));
	}

	static class Injected {

		private final Redlock redlock;

		Injected(Redlock redlock) {
			this.redlock = redlock;
		}

	}

}
