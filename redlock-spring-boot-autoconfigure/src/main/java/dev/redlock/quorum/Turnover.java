package dev.redlock.quorum;

import org.jspecify.annotations.Nullable;

/**
 * What the end of a turn means for those who wait.
 */
interface Turnover {

	/**
	 * The release of a lease that had no turn.
	 */
	Turnover OUT_OF_LINE = new Turnover() {
	};

	/**
	 * Returns whether the release is to be announced to other processes.
	 * @return {@code false} if the next caller of this process follows at once
	 */
	default boolean isAnnounced() {
		return true;
	}

	/**
	 * The release was sent: what is sent now reaches the nodes after it.
	 */
	default void sent() {
	}

	/**
	 * The release was decided.
	 * @param round its round
	 */
	default void decided(Round round) {
	}

	/**
	 * The next caller of this process follows at once.
	 *
	 * @param queues the queues
	 * @param key the key
	 * @param queue its queue
	 * @param releaser whose release it is
	 */
	record ToNext(LocalQueues queues, String key, LocalQueue queue, Turn releaser) implements Turnover {

		@Override
		public boolean isAnnounced() {
			// Whoever was to follow may have given up meanwhile.
			return this.queue.present() == null;
		}

		@Override
		public void sent() {
			this.queues.sent(this.key, this.queue, this.releaser);
		}

	}

	/**
	 * Other processes may come first.
	 *
	 * @param queues the queues
	 * @param key the key
	 * @param queue its queue, or {@code null} if there is none any more
	 * @param releaser whose release it is
	 */
	record ToOthers(LocalQueues queues, String key, @Nullable LocalQueue queue, Turn releaser) implements Turnover {

		@Override
		public void decided(Round round) {
			this.queues.released(this.key, this.queue, this.releaser, round);
		}

	}

}
