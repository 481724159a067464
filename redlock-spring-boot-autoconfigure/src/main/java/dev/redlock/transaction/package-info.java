/**
 * Locks around transactions and inside them: released after completion, and checked
 * before the commit.
 */
@NullMarked
package dev.redlock.transaction;

import org.jspecify.annotations.NullMarked;
