package dev.redlock.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.scenario.Scenario;

/**
 * The bars, set before anything was measured.
 */
final class Bars {

	private static final String CYCLES = "cycles_per_s";

	private Bars() {
	}

	static List<Bar> all() {
		List<Bar> bars = new ArrayList<>();
		cycles(Kind.REDISSON_REDLOCK, bars, 1, 7, 8, 9, 64, 20, 128, 20);
		cycles(Kind.LETTUCE_QUORUM, bars, 1, 1.2, 8, 1.7, 64, 4, 128, 4);
		cycles(Kind.JEDIS_SEQUENTIAL, bars, 1, 2, 64, 8);
		bars.add(Bar.atMost(1.6, Scenario.DISTINCT_KEYS.title(), "1 thread", "acquire_p50_us", Kind.JEDIS_ONE_NODE));
		String hot = Scenario.HOT_KEY.title();
		bars.add(Bar.atLeast(1, hot, "16 waiters in two JVMs", "acquires_per_s", Kind.REDISSON_RLOCK));
		bars.add(Bar.atMost(1, hot, "16 waiters in two JVMs", "hand_over_p99_us", Kind.REDISSON_RLOCK));
		String commands = "commands_per_acquire_and_node";
		bars.add(Bar.atMost(6, hot, "128 waiters in one JVM", commands, null));
		bars.add(Bar.atMost(6, hot, "128 waiters in two JVMs", commands, null));
		bars.add(Bar.atMost(1.5, Scenario.SICK_NODE.title(), "paused", "sick_over_healthy_p99", null));
		String held = Scenario.HELD_LEASES.title();
		bars.add(Bar.atMost(3, held, "100,000 leases", "library_threads", null));
		bars.add(Bar.atMost(1024, held, "100,000 leases", "heap_per_lease_bytes", null));
		bars.add(Bar.atMost(1024, held, "100,000 leases", "heap_per_renewed_lease_bytes", null));
		String aspect = Scenario.ASPECT.title();
		bars.add(Bar.atMost(2000, aspect, "annotated minus bare", "call_ns", null));
		bars.add(Bar.atMost(1024, aspect, "annotated minus bare", "call_bytes", null));
		return bars;
	}

	private static void cycles(Kind rival, List<Bar> bars, double... threadsAndBounds) {
		for (int i = 0; i < threadsAndBounds.length; i += 2) {
			int threads = (int) threadsAndBounds[i];
			bars.add(Bar.atLeast(threadsAndBounds[i + 1], Scenario.DISTINCT_KEYS.title(),
					threads + ((threads == 1) ? " thread" : " threads"), CYCLES, rival));
		}
	}

	static List<Bar.Result> judge(Figures figures) {
		return all().stream().map((bar) -> bar.judge(figures)).flatMap(Optional::stream).toList();
	}

}
