package dev.redlock.benchmarks.scenario;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

import dev.redlock.benchmarks.scenario.AspectBenchmark.ObservedApplication;

import static org.assertj.core.api.Assertions.assertThat;

class AspectBenchmarkTests {

	@Test
	void aCallIsObservedAsAWholeAndInItsTwoPhases() {
		MeterRegistry meters = called();
		assertThat(meters.get("redlock.locked").timer().count()).isEqualTo(1);
		assertThat(meters.get("redlock.locked.phase").timers()).hasSize(2);
	}

	@Test
	void thePropertySwitchesTheObservationsOff() {
		assertThat(called("--management.observations.enable.redlock=false").getMeters())
			.extracting((meter) -> meter.getId().getName())
			.noneMatch((name) -> name.startsWith("redlock.locked"));
	}

	private static MeterRegistry called(String... options) {
		try (ConfigurableApplicationContext context = AspectBenchmark
			.application(ObservedApplication.class, ObservationAutoConfiguration.class)
			.run(options)) {
			context.getBean(Orders.class).annotated(1);
			return context.getBean(MeterRegistry.class);
		}
	}

}
