/**
 * What people who run an application see of its locks.
 */
@NullMarked
package dev.redlock.actuate;

import org.jspecify.annotations.NullMarked;
