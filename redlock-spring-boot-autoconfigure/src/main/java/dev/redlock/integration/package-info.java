/**
 * Locks for Spring Integration.
 */
@NullMarked
package dev.redlock.integration;

import org.jspecify.annotations.NullMarked;
