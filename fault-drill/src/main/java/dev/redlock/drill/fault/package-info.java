/**
 * What happens to servers, wires and JVMs.
 */
@NullMarked
package dev.redlock.drill.fault;

import org.jspecify.annotations.NullMarked;
