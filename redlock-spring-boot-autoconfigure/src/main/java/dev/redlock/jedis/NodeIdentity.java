package dev.redlock.jedis;

/**
 * One of the configured nodes, whatever others are called: two nodes of one name are two.
 */
final class NodeIdentity {

	private final String name;

	NodeIdentity(String name) {
		this.name = name;
	}

	/**
	 * Returns the name in messages.
	 */
	String name() {
		return this.name;
	}

}
