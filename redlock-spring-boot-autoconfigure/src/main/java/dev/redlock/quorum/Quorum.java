package dev.redlock.quorum;

/**
 * The majority that decides, over the <em>configured</em> nodes, however many of them are
 * up.
 *
 * @param nodes the number of configured nodes
 */
record Quorum(int nodes) {

	Quorum {
		if (nodes < 1) {
			throw new IllegalArgumentException("A quorum needs at least one node");
		}
	}

	/**
	 * Returns the number of nodes that is enough.
	 */
	int size() {
		return this.nodes / 2 + 1;
	}

	/**
	 * Returns the number of denials that makes a quorum impossible.
	 */
	int denials() {
		return this.nodes - size() + 1;
	}

}
