package dev.redlock.node;

/**
 * One key that is watched on one node. Thread-safe.
 */
public interface ReleaseWatch extends AutoCloseable {

	/**
	 * A watch that never hears anything.
	 */
	ReleaseWatch DEAF = new ReleaseWatch() {

		@Override
		public boolean isListening() {
			return false;
		}

		@Override
		public void close() {
		}

	};

	/**
	 * Returns whether the node tells this process of announced releases now.
	 * @return {@code true} while it does
	 */
	boolean isListening();

	/**
	 * Ends the watch. Never throws.
	 */
	@Override
	void close();

}
