/**
 * Real Redis servers for tests, with the faults that a distributed lock must survive.
 */
@NullMarked
package dev.redlock.test;

import org.jspecify.annotations.NullMarked;
