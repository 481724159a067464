/**
 * What was held when, and the rules that all of it has to keep. Knows nothing of locks
 * but that.
 */
@NullMarked
package dev.redlock.drill.history;

import org.jspecify.annotations.NullMarked;
