package dev.redlock.node;

/**
 * A sender that waits for a reply, but lets other threads run instead of sleeping. Until
 * it goes to sleep, nodes may leave some of their work to it and to others who are awake.
 * Thread-safe: all who are awake may share one.
 */
public interface AwakeSender {

	/**
	 * A sender to whom nothing is left.
	 */
	AwakeSender NONE = new AwakeSender() {

		@Override
		public void help() {
		}

		@Override
		public void goToSleep() {
		}

	};

	/**
	 * Does on the calling thread what was left, if there is anything: to send what others
	 * have added. Never blocks for a node and never throws.
	 */
	void help();

	/**
	 * Called once, last, by a sender that is about to sleep or has its reply. Does what
	 * nobody else would do any more. Never blocks for a node and never throws.
	 */
	void goToSleep();

}
