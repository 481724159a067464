/**
 * The port to one Redis master: commands, replies and status of a node.
 */
@NullMarked
package dev.redlock.node;

import org.jspecify.annotations.NullMarked;
