/**
 * From samples to medians, ratios, bars, a table and plots.
 */
@NullMarked
package dev.redlock.benchmarks.report;

import org.jspecify.annotations.NullMarked;
