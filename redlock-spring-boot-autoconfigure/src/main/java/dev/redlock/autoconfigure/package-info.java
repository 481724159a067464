/**
 * Wires the other packages into a Spring Boot application.
 */
@NullMarked
package dev.redlock.autoconfigure;

import org.jspecify.annotations.NullMarked;
