/**
 * What is done with the locks, and what is measured meanwhile.
 */
@NullMarked
package dev.redlock.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
