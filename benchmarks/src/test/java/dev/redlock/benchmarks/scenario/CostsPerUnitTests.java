package dev.redlock.benchmarks.scenario;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.redlock.benchmarks.scenario.Aspect.Cost;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What costs are divided by, and what is taken off them.
 */
class CostsPerUnitTests {

	@Test
	void commandsArePerAcquireAndPerNodeThatDidAnything() {
		CommandWatch watch = new CommandWatch(new Servers(List.of()));
		watch.count("cmdstat_set:calls=20,usec=9\r\ncmdstat_evalsha:calls=10,usec=9\r\ncmdstat_info:calls=5,usec=9");
		watch.count("cmdstat_set:calls=20,usec=9\r\ncmdstat_evalsha:calls=10,usec=9\r\n");
		watch.count("cmdstat_info:calls=5,usec=9\r\n");
		Map<String, Double> values = new HashMap<>();
		watch.putPerAcquire(10, values);
		assertThat(values).containsEntry("sent_set", 2.0)
			.containsEntry("sent_evalsha", 1.0)
			.containsEntry("commands_per_acquire_and_node", 3.0)
			.containsEntry("commands_with_scripts_per_acquire_and_node", 3.0)
			.doesNotContainKey("sent_info");
	}

	@Test
	void heapIsPerLease() {
		Map<String, Double> values = new HashMap<>();
		HeldLeases.putHeap("few", 2_000_000, 1, values);
		HeldLeases.putHeap("many", 2_000_000, 2_000, values);
		assertThat(values).containsOnly(Map.entry("many", 1000.0));
	}

	@Test
	void theBareMethodIsTakenOffInTimeAndBytes() {
		assertThat(Aspect.minus(List.of(new Cost(300, 904), new Cost(310, 912)), List.of(new Cost(3, 24))))
			.containsExactly(new Cost(297, 880));
	}

}
