package dev.redlock.benchmarks;

import java.util.Map;

/**
 * What one contender did in one fork.
 *
 * @param scenario the scenario
 * @param variant what was varied, such as {@code 64 threads}
 * @param contender the title of the contender
 * @param fork the number of the JVM
 * @param values the measured values by their names, which end in their units
 */
public record Sample(String scenario, String variant, String contender, int fork, Map<String, Double> values) {
}
