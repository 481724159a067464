/**
 * The annotation that guards a method, and its enums.
 */
@NullMarked
package dev.redlock.annotation;

import org.jspecify.annotations.NullMarked;
