/**
 * Measurements on real local Redis servers.
 */
@NullMarked
package dev.redlock.benchmarks;

import org.jspecify.annotations.NullMarked;
