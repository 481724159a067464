package dev.redlock.observation;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.aop.LockObserver;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockMetricsAutoConfiguration;
import dev.redlock.autoconfigure.RedlockObservationAutoConfiguration;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * When there are observations, and what replaces parts of them.
 */
class RedlockObservationAutoConfigurationTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final Observations observations = new Observations();

	private final ApplicationContextRunner bare = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedlockMetricsAutoConfiguration.class, RedlockObservationAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s");

	private ApplicationContextRunner bare() {
		return this.bare.withPropertyValues("redlock.nodes=" + servers.uris());
	}

	@Test
	void withoutARegistryNothingIsObserved() {
		bare().run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(LockObserver.class);
			context.getBean(Redlock.class).execute(LockRequest.of("a"), (lease) -> "done");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "io.micrometer.observation", "io.micrometer" })
	void withoutMicrometerNothingIsObserved(String missing) {
		bare().withClassLoader(new FilteredClassLoader(missing)).run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(LockObserver.class);
			context.getBean(Redlock.class).execute(LockRequest.of("a"), (lease) -> "done");
		});
	}

	@Test
	void observationsNeedNoMeters() {
		this.observations.application(servers)
			.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(Redlock.class).execute(LockRequest.of("a"), (lease) -> "done");
				assertThat(this.observations.ended()).hasSize(3);
			});
	}

	@Test
	void locksThatAreSwitchedOffAreNotObserved() {
		this.observations.application(servers)
			.withPropertyValues("redlock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockObserver.class));
	}

	@Test
	void aRegistryWithoutHandlersCostsNothing() {
		for (ObservationRegistry registry : List.of(ObservationRegistry.NOOP, ObservationRegistry.create())) {
			Observations.application(servers, registry).run((context) -> {
				assertThat(context.getBean(LockObserver.class).start(LockRequest.of("a"), null))
					.isSameAs(LockObserver.none().start(LockRequest.of("a"), null));
				assertThat(context.getBean(ObservedWork.class).run("42")).isEqualTo("nothing");
			});
		}
	}

	@Test
	void observationsThatAreSwitchedOffByNameAreNotMade() {
		this.observations.registry()
			.observationConfig()
			.observationPredicate((name, observed) -> !name.equals("redlock.locked.phase"));
		this.observations.application(servers).run((context) -> {
			assertThat(context.getBean(ObservedWork.class).run("42")).isEqualTo("redlock.locked");
			assertThat(this.observations.ended()).containsExactly("locked completed");
		});
	}

	@Test
	void beansReplaceTheConventions() {
		this.observations.application(servers)
			.withBean(LockedObservationConvention.class, Renamed::new)
			.withBean(LockPhaseObservationConvention.class, RenamedPhase::new)
			.run((context) -> {
				context.getBean(ObservedWork.class).run("42");
				assertThat(this.observations.locked().getName()).isEqualTo("shop.lock");
				assertThat(Observations.keys(this.observations.locked().getLowCardinalityKeyValues()))
					.containsEntry("team", "orders")
					.containsEntry("outcome", "completed");
				assertThat(this.observations.parts()).extracting(Observation.Context::getName)
					.containsOnly("shop.lock.part");
			});
	}

	@Test
	void allKeysAreDocumented() {
		this.observations.application(servers).run((context) -> {
			context.getBean(ObservedWork.class).fenced("42");
			assertThat(Observations.keys(this.observations.locked().getLowCardinalityKeyValues()).keySet())
				.isEqualTo(names(RedlockObservation.LOCKED.getLowCardinalityKeyNames()));
			assertThat(Observations.keys(this.observations.locked().getHighCardinalityKeyValues()).keySet())
				.isEqualTo(names(RedlockObservation.LOCKED.getHighCardinalityKeyNames()));
			assertThat(this.observations.parts()).allSatisfy((part) -> {
				assertThat(Observations.keys(part.getLowCardinalityKeyValues()).keySet())
					.isEqualTo(names(RedlockObservation.PHASE.getLowCardinalityKeyNames()));
				assertThat(part.getHighCardinalityKeyValues()).isEmpty();
			});
		});
	}

	@Test
	void theMetersOfObservationsDoNotClashWithOurs() {
		MeterRegistry meters = new SimpleMeterRegistry();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
		Observations.application(servers, registry)
			.withConfiguration(AutoConfigurations.of(RedlockMetricsAutoConfiguration.class))
			.withBean(MeterRegistry.class, () -> meters)
			.run((context) -> {
				context.getBean(ObservedWork.class).run("42");
				assertThatExceptionOfType(IOException.class)
					.isThrownBy(() -> context.getBean(ObservedWork.class).fail("42"));
				Map<String, Set<String>> tags = new HashMap<>();
				for (Meter meter : meters.getMeters()) {
					Set<String> keys = meter.getId().getTags().stream().map(Tag::getKey).collect(Collectors.toSet());
					assertThat(tags.computeIfAbsent(meter.getId().getName(), (name) -> keys)).isEqualTo(keys);
				}
				assertThat(tags).containsKeys("redlock.locked", "redlock.locked.active", "redlock.locked.phase",
						"redlock.acquire", "redlock.held.active");
				assertThat(meters.get("redlock.locked.active").longTaskTimers())
					.allSatisfy((timer) -> assertThat(timer.activeTasks()).isZero());
			});
	}

	private static Set<String> names(KeyName[] keys) {
		return Arrays.stream(keys).map(KeyName::asString).collect(Collectors.toSet());
	}

	private static final class Renamed extends DefaultLockedObservationConvention {

		@Override
		public String getName() {
			return "shop.lock";
		}

		@Override
		public KeyValues getLowCardinalityKeyValues(LockedObservationContext context) {
			return super.getLowCardinalityKeyValues(context).and("team", "orders");
		}

	}

	private static final class RenamedPhase extends DefaultLockPhaseObservationConvention {

		@Override
		public String getName() {
			return "shop.lock.part";
		}

	}

}
