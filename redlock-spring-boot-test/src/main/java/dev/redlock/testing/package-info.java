/**
 * Locks in memory for the tests of an application:
 * {@link dev.redlock.testing.InMemoryLocks one annotation} on the test class, without any
 * Redis; or {@link dev.redlock.testing.RedlockContainers nodes in containers}.
 */
@NullMarked
package dev.redlock.testing;

import org.jspecify.annotations.NullMarked;
