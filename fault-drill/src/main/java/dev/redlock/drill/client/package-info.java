/**
 * A JVM that takes locks all the time and tells what it held, and for how long.
 */
@NullMarked
package dev.redlock.drill.client;

import org.jspecify.annotations.NullMarked;
