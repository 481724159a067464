package dev.redlock.benchmarks.report;

import java.util.List;
import java.util.Map;

import dev.redlock.benchmarks.scenario.Scenario;

/**
 * Which values the tables show.
 */
final class Columns {

	private static final List<String> CYCLES = List.of("cycles_per_s", "acquire_p50_us", "acquire_p99_us",
			"cpu_per_cycle_us", "allocated_per_cycle_bytes", "failures");

	private static final Map<String, List<String>> BY_SCENARIO = Map
		.of(Scenario.DISTINCT_KEYS.title(), CYCLES, Scenario.VIRTUAL_THREADS.title(), CYCLES,
				Scenario.NODE_COUNTS.title(), CYCLES, Scenario.HOT_KEY.title(),
				List.of("acquires_per_s", "hand_over_p50_us", "hand_over_p99_us", "hand_over_to_other_p50_us",
						"hand_over_to_other_p99_us", "to_other_share", "longest_wait_ms", "threads_served",
						"commands_per_acquire_and_node", "commands_with_scripts_per_acquire_and_node", "failures",
						"overlaps"),
				Scenario.SICK_NODE.title(),
				List.of("healthy_p99_us", "first_second_p99_us", "sick_p99_us", "healed_p99_us",
						"sick_over_healthy_p99", "healthy_acquires_per_s", "first_second_acquires_per_s",
						"sick_acquires_per_s", "healed_acquires_per_s", "first_second_failures", "sick_failures"),
				Scenario.HELD_LEASES.title(),
				List.of("heap_per_lease_bytes", "heap_per_renewed_lease_bytes", "library_threads",
						"cpu_percent_of_a_core", "extensions_per_lease", "lost_leases", "leases_acquired_per_s"),
				Scenario.ASPECT.title(), List.of("call_ns", "call_bytes"));

	private static final String SENT = "sent_";

	private static final String SCRIPTED = "scripted_";

	private Columns() {
	}

	static List<String> of(String scenario) {
		return BY_SCENARIO.getOrDefault(scenario, List.of());
	}

	/**
	 * Returns whether a ratio says anything.
	 * @param name the value
	 * @return {@code false} for counts of what should not or need not be
	 */
	static boolean isComparable(String name) {
		return !name.endsWith("failures") && !name.endsWith("share") && !name.equals("overlaps")
				&& !name.equals("threads_served");
	}

	static boolean isSent(String name) {
		return name.startsWith(SENT);
	}

	static boolean isScripted(String name) {
		return name.startsWith(SCRIPTED);
	}

	static String command(String name) {
		return name.substring(name.indexOf('_') + 1);
	}

	static String header(String name) {
		return name.replace('_', ' ').replace(" per s", "/s");
	}

}
