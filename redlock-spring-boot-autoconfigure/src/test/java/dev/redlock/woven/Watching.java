package dev.redlock.woven;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Lets an application be measured and observed.
 */
@Configuration(proxyBeanMethods = false)
class Watching {

	@Bean
	MeterRegistry meterRegistry() {
		return new SimpleMeterRegistry();
	}

	@Bean
	ObservationRegistry observationRegistry(MeterRegistry meters) {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
		return registry;
	}

	/**
	 * Returns the names of the locks that are measured.
	 */
	static List<String> locks(MeterRegistry registry) {
		return registry.find("redlock.held")
			.timers()
			.stream()
			.map((timer) -> timer.getId().getTag("lock"))
			.sorted()
			.toList();
	}

	/**
	 * Returns how many calls were observed.
	 */
	static long calls(MeterRegistry registry) {
		return registry.find("redlock.locked").timers().stream().mapToLong(Timer::count).sum();
	}

}
