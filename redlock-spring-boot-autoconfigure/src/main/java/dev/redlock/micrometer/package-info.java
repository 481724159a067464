/**
 * Meters of locks, rounds and nodes.
 */
@NullMarked
package dev.redlock.micrometer;

import org.jspecify.annotations.NullMarked;
