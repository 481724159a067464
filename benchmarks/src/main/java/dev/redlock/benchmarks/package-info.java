/**
 * Measurements on real local Redis servers, side by side in one run.
 */
@NullMarked
package dev.redlock.benchmarks;

import org.jspecify.annotations.NullMarked;
