package dev.redlock.node;

/**
 * Puts something around every node, such as a measurement of its calls.
 */
@FunctionalInterface
public interface RedlockNodeDecorator {

	/**
	 * Decorates a node.
	 * @param node the node
	 * @return what the algorithm uses in its place
	 */
	RedlockNode decorate(RedlockNode node);

}
