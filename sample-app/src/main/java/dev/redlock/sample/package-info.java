/**
 * A web application that sells limited stock, guarded by a distributed lock.
 */
@NullMarked
package dev.redlock.sample;

import org.jspecify.annotations.NullMarked;
