package dev.redlock.drill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.redlock.drill.fault.Cluster;
import dev.redlock.drill.fault.Fault;
import dev.redlock.drill.history.Gap;
import dev.redlock.drill.history.History;
import dev.redlock.drill.history.Rule;
import dev.redlock.drill.history.Violation;

/**
 * What came of a drill.
 *
 * @param settings what was drilled
 * @param history what was held
 * @param violations what of it must not be
 * @param gap the longest time in which nothing was held
 * @param faults how many there were
 * @param problems what else must not be
 */
record DrillReport(DrillSettings settings, History history, List<Violation> violations, Gap gap,
		Map<Fault, Integer> faults, List<String> problems) {

	private static final int SHOWN = 10;

	/**
	 * Returns whether the locks have passed.
	 * @return {@code true} if nothing was found
	 */
	boolean isGood() {
		return this.violations.isEmpty() && this.problems.isEmpty();
	}

	/**
	 * Returns how often a rule was broken.
	 * @param rule the rule
	 * @return the number of violations
	 */
	long count(Rule rule) {
		return this.violations.stream().filter((violation) -> violation.rule() == rule).count();
	}

	@Override
	public String toString() {
		List<String> lines = new ArrayList<>();
		lines.add("%d s of faults, seed %d: %d leases of %d JVMs on %d servers, %d with a fencing token, ".formatted(
				this.settings.faults().toSeconds(), this.settings.seed(), this.history.leases(), Cluster.CLIENTS,
				Cluster.SERVERS, this.history.fencedLeases())
				+ "%d of several resources".formatted(this.history.leasesOfSeveral()));
		lines.add("%d faults: %s".formatted(this.faults.values().stream().mapToInt(Integer::intValue).sum(),
				this.faults));
		lines.add("Nobody held anything for %s at most while a quorum could vote and no client was paused (%s in all)"
			.formatted(seconds(this.gap.longest()), seconds(this.gap.calm())));
		for (Rule rule : Rule.values()) {
			lines.add("%s was broken %d times".formatted(rule, count(rule)));
		}
		this.violations.stream().limit(SHOWN).forEach((violation) -> lines.add("  " + violation));
		this.problems.stream().limit(SHOWN).forEach((problem) -> lines.add("Problem: " + problem));
		if (this.problems.size() > SHOWN) {
			lines.add("and %d more problems".formatted(this.problems.size() - SHOWN));
		}
		lines.add(isGood() ? "PASSED" : "FAILED");
		return lines.stream().collect(Collectors.joining(System.lineSeparator()));
	}

	private static String seconds(Duration duration) {
		return "%.2f s".formatted(duration.toNanos() / 1e9);
	}

}
