package dev.redlock.node;

import dev.redlock.node.NodeStatus.State;

/**
 * A change of the state of a node.
 *
 * @param from the state before
 * @param to the state since
 * @param detail why, and what to do; empty if there is nothing to say
 */
public record NodeChange(State from, State to, String detail) {
}
