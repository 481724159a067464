package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.aop.LockNameListener;
import dev.redlock.micrometer.LockMeters;
import dev.redlock.micrometer.NodeMeters;
import dev.redlock.micrometer.RedlockMeter;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What an application can see of its locks in its registry.
 */
class RedlockMetricsAutoConfigurationTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final GuardedJobs jobs = new GuardedJobs();

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedlockMetricsAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s");

	private ApplicationContextRunner connected() {
		return this.runner.withPropertyValues("redlock.nodes=" + servers.uris());
	}

	private ApplicationContextRunner measured() {
		return connected().withBean(MeterRegistry.class, () -> this.registry)
			.withBean(GuardedJobs.class, () -> this.jobs);
	}

	@Test
	void metersOfAParentContextAreUsed() {
		ApplicationContextRunner first = connected().withBean(MeterRegistry.class, () -> this.registry);
		first.run((parent) -> measured().withParent(parent).run((child) -> {
			child.getBean(Redlock.class).acquire(LockRequest.of("key").withName("long")).close();
			assertThat(this.registry.get("redlock.ttl").tag("lock", "long").timeGauge().value(TimeUnit.SECONDS))
				.isEqualTo(30);
		}));
	}

	@Test
	void severalRegistriesHaveAllMetersEachAlsoWithoutTheCompositeOfSpringBoot() {
		MeterRegistry other = new SimpleMeterRegistry();
		measured().withBean("other", MeterRegistry.class, () -> other).run((context) -> {
			context.getBean(Redlock.class).acquire(LockRequest.of("key").withName("long")).close();
			assertThat(List.of(this.registry, other)).allSatisfy((registry) -> {
				assertThat(
						registry.get("redlock.acquire").tag("lock", "long").tag("outcome", "acquired").timer().count())
					.isOne();
				assertThat(registry.get("redlock.node.call").timers()).isNotEmpty();
			});
		});
	}

	@Test
	void everyAnnotatedLockIsThereWithZeroBeforeItsFirstCall() {
		measured().run((context) -> {
			assertThat(locks("redlock.acquire")).containsExactly("capped", "fail", "ignore", "interrupt", "long",
					"shutdown");
			assertThat(locks("redlock.held")).isEqualTo(locks("redlock.acquire"))
				.isEqualTo(locks("redlock.held.active"))
				.isEqualTo(locks("redlock.extensions"))
				.isEqualTo(locks("redlock.lost"));
			assertThat(this.registry.get("redlock.node.call").timers()).hasSize(3 * 3 * 5);
			assertThat(this.registry.get("redlock.quorum").timers()).hasSize(4 * 3);
			assertThat(this.registry.getMeters()).allSatisfy((meter) -> assertThat(count(meter)).isZero());
		});
	}

	@Test
	void everyMeterIsDocumentedWithItsTagsAndItsType() {
		measured().run((context) -> {
			context.getBeansOfType(MeterBinder.class).values().forEach((binder) -> binder.bindTo(this.registry));
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> context.getBean(GuardedJobs.class).cappedJob());
			context.getBean(Redlock.class).acquire(LockRequest.of("a").withFencing()).close();
			context.getBean(Redlock.class).inspect("a");
			assertThat(this.registry.getMeters()).allSatisfy((meter) -> {
				RedlockMeter documented = documented(meter);
				assertThat(meter.getId().getTags()).extracting(Tag::getKey)
					.containsExactlyInAnyOrderElementsOf(
							Arrays.stream(documented.getKeyNames()).map(KeyName::asString).toList());
				assertThat(meter.getId().getType()).isEqualTo(documented.getType());
				assertThat(meter.getId().getDescription()).isEqualTo(documented.getDescription());
			});
			assertThat(this.registry.getMeters()).extracting(RedlockMetricsAutoConfigurationTests::documented)
				.contains(RedlockMeter.values());
		});
	}

	@Test
	void aRegistryThatOutlivesTheContextCountsNoNodesThatAreGone() {
		for (int context = 0; context < 2; context++) {
			measured().run((running) -> {
				running.getBean(NodeMeters.class).bindTo(this.registry);
				assertThat(this.registry.get("redlock.nodes").tag("state", "up").gauge().value()).isEqualTo(3);
			});
			assertThat(this.registry.find("redlock.nodes").meters()).isEmpty();
		}
	}

	@Test
	void aRegistryThatOutlivesTheContextShowsTheTtlOfTheNextOne() {
		for (int seconds = 10; seconds <= 20; seconds += 10) {
			Duration ttl = Duration.ofSeconds(seconds);
			measured().run((context) -> {
				context.getBean(Redlock.class).acquire(LockRequest.of("key").withName("ttl").withTtl(ttl)).close();
				assertThat(this.registry.get("redlock.ttl").tag("lock", "ttl").timeGauge().value(TimeUnit.SECONDS))
					.isEqualTo(ttl.toSeconds());
			});
			assertThat(this.registry.find("redlock.ttl").meters()).isEmpty();
		}
	}

	@Test
	void aContextThatSharesTheRegistryOfAnotherLeavesItsCounts() {
		measured().run((first) -> {
			first.getBean(NodeMeters.class).bindTo(this.registry);
			measured().run((second) -> second.getBean(NodeMeters.class).bindTo(this.registry));
			assertThat(this.registry.get("redlock.nodes").tag("state", "up").gauge().value()).isEqualTo(3);
		});
	}

	@Test
	void leasesAreActiveWhileTheyAreHeldAndMeasuredWhenTheyEnd() {
		measured().run((context) -> {
			LockRequest request = LockRequest.of("a").withName("manual");
			LongTaskTimer active;
			try (Lease lease = context.getBean(Redlock.class).acquire(request);
					Lease other = context.getBean(Redlock.class).acquire(request.withResources(List.of("b")))) {
				active = this.registry.get("redlock.held.active").tag("lock", "manual").longTaskTimer();
				assertThat(active.activeTasks()).isEqualTo(2);
				assertThat(lease.isValid() && other.isValid()).isTrue();
			}
			assertThat(active.activeTasks()).isZero();
			assertThat(this.registry.get("redlock.held").tag("lock", "manual").timer().count()).isEqualTo(2);
		});
	}

	@Test
	void aLeaseThatIsLostIsNoLongerActiveAndWasHeldUntilItsLoss() {
		measured().run((context) -> {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> context.getBean(GuardedJobs.class).failWhenLost());
			assertThat(this.registry.get("redlock.held.active").tag("lock", "fail").longTaskTimer().activeTasks())
				.isZero();
			Timer held = this.registry.get("redlock.held").tag("lock", "fail").timer();
			assertThat(held.count()).isOne();
			assertThat(held.max(TimeUnit.MILLISECONDS)).isBetween(1.0, (double) Duration.ofSeconds(5).toMillis());
		});
	}

	@Test
	void withoutARegistryThereAreNoMeters() {
		connected().run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(LockMeters.class)
			.doesNotHaveBean(LockNameListener.class));
	}

	@Test
	void withoutMicrometerLocksWork() {
		for (String missing : List.of("io.micrometer.core", "io.micrometer")) {
			connected().withBean(Counter.class, () -> new Counter(servers.get(0)))
				.withClassLoader(new FilteredClassLoader(missing))
				.run((context) -> {
					assertThat(context).hasNotFailed().doesNotHaveBean("redlockMeters");
					assertThat(context.getBean(Counter.class).key("42")).isEqualTo("40 hex digits");
				});
		}
	}

	@Test
	void locksThatAreSwitchedOffHaveNoMeters() {
		measured().withPropertyValues("redlock.enabled=false")
			.run((context) -> assertThat(this.registry.getMeters()).isEmpty());
	}

	private List<String> locks(String name) {
		return this.registry.get(name)
			.meters()
			.stream()
			.map((meter) -> meter.getId().getTag("lock"))
			.distinct()
			.sorted()
			.toList();
	}

	private static double count(Meter meter) {
		return meter.measure().iterator().next().getValue();
	}

	private static RedlockMeter documented(Meter meter) {
		return Arrays.stream(RedlockMeter.values())
			.filter((candidate) -> candidate.getName().equals(meter.getId().getName()))
			.findFirst()
			.orElseThrow();
	}

}
