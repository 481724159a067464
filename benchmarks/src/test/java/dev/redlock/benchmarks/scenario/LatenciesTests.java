package dev.redlock.benchmarks.scenario;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LatenciesTests {

	@Test
	void theP99IsWhatOneOfAHundredExceeds() {
		Latencies latencies = new Latencies();
		for (int i = 1; i <= 100; i++) {
			latencies.record(i * 1_000_000L);
		}
		Map<String, Double> values = new HashMap<>();
		latencies.putPercentiles("acquire", values);
		assertThat(values).containsOnlyKeys("acquire_p50_us", "acquire_p99_us");
		assertThat(values.get("acquire_p50_us")).isCloseTo(50_000, within(500.0));
		assertThat(values.get("acquire_p99_us")).isCloseTo(99_000, within(990.0));
	}

	@Test
	void nothingHasNoPercentiles() {
		Map<String, Double> values = new HashMap<>();
		new Latencies().putPercentiles("acquire", values);
		assertThat(values).isEmpty();
	}

}
