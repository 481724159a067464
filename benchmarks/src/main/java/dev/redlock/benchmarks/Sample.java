package dev.redlock.benchmarks;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What one contender did in one turn.
 *
 * @param scenario the scenario
 * @param variant what was varied, such as {@code 64 threads}
 * @param contender the title of the contender
 * @param fork the number of the JVM
 * @param cores how far apart the cores were; {@code null} if it was not measured
 * @param values the measured values by their names, which end in their units
 */
public record Sample(String scenario, String variant, String contender, int fork, @Nullable CoreDistance cores,
		Map<String, Double> values) {

	/**
	 * Returns whether the machine was the same for two turns.
	 * @param other the other turn
	 * @return {@code false} if the cores were not as far apart, or were moved meanwhile
	 */
	public boolean isComparable(Sample other) {
		return this.cores == null || other.cores == null || this.cores.isLike(other.cores);
	}

}
