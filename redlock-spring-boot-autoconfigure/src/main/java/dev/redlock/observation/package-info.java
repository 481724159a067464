/**
 * Observations of work under locks, and of its parts, for traces and timers.
 */
@NullMarked
package dev.redlock.observation;

import org.jspecify.annotations.NullMarked;
