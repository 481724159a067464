package dev.redlock.benchmarks.scenario;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the turns at a hot key amount to.
 */
final class TurnStatistics {

	private final Collection<Turn> turns;

	private final long from;

	private final long to;

	TurnStatistics(Collection<Turn> turns, long from, long to) {
		this.turns = turns;
		this.from = from;
		this.to = to;
	}

	static long granted(Collection<Turn> turns, long from, long to) {
		return turns.stream().filter(Turn::isGranted).filter((turn) -> isWithin(turn.acquired(), from, to)).count();
	}

	private static boolean isWithin(long time, long from, long to) {
		return time >= from && time < to;
	}

	Map<String, Double> values() {
		Map<String, Double> values = new LinkedHashMap<>();
		values.put("acquires_per_s", granted(this.turns, this.from, this.to) * 1e9 / (this.to - this.from));
		putHandOvers(values);
		values.put("longest_wait_ms", longestWait() / 1e6);
		values.put("threads_served",
				(double) this.turns.stream()
					.filter((turn) -> turn.isGranted() && isWithin(turn.acquired(), this.from, this.to))
					.mapToInt(Turn::thread)
					.distinct()
					.count());
		values.put("failures", (double) this.turns.stream().filter((turn) -> !turn.isGranted()).count());
		return values;
	}

	private void putHandOvers(Map<String, Double> values) {
		Latencies all = new Latencies();
		Latencies toOthers = new Latencies();
		long overlaps = 0;
		List<Turn> granted = this.turns.stream()
			.filter(Turn::isGranted)
			.sorted(Comparator.comparingLong(Turn::acquired))
			.toList();
		for (int i = 1; i < granted.size(); i++) {
			Turn earlier = granted.get(i - 1);
			Turn later = granted.get(i);
			long handOver = later.acquired() - earlier.released();
			overlaps += (handOver < 0) ? 1 : 0;
			if (handOver >= 0 && isWithin(later.acquired(), this.from, this.to)) {
				all.record(handOver);
				if (later.thread() != earlier.thread()) {
					toOthers.record(handOver);
				}
			}
		}
		all.putPercentiles("hand_over", values);
		toOthers.putPercentiles("hand_over_to_other", values);
		values.put("to_other_share", (all.count() > 0) ? ((double) toOthers.count() / all.count()) : 0);
		values.put("overlaps", (double) overlaps);
	}

	// A thread that is still waiting at the end counts with what it has waited so far.
	private long longestWait() {
		return this.turns.stream()
			.filter((turn) -> turn.acquired() >= this.from && turn.asked() < this.to)
			.mapToLong((turn) -> Math.min(turn.acquired(), this.to) - turn.asked())
			.max()
			.orElse(this.to - this.from);
	}

}
