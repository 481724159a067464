/**
 * A drill for the locks: several JVMs that want the same ones while servers, wires and
 * the JVMs themselves fail, and a judge that knows nothing of how the locks are made.
 */
@NullMarked
package dev.redlock.drill;

import org.jspecify.annotations.NullMarked;
