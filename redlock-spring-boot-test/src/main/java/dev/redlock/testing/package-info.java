/**
 * Locks in memory for the tests of an application:
 * {@link dev.redlock.testing.InMemoryLocks one annotation} on the test class, without any
 * Redis.
 */
@NullMarked
package dev.redlock.testing;

import org.jspecify.annotations.NullMarked;
