package dev.redlock.jedis;

import org.jspecify.annotations.Nullable;

/**
 * What a lane does in turns: it connects, and parts with the link when that has ended.
 */
interface LaneCycle {

	boolean isOpen();

	boolean isLinked();

	/**
	 * Connects, however long it takes.
	 * @return the link, or {@code null} if the lane was closed
	 */
	@Nullable Link newLink() throws InterruptedException;

	/**
	 * Serves a new link.
	 */
	void serve(Link link);

	/**
	 * Parts with a link that has ended; once more if that fails.
	 */
	void partWith(Link link, @Nullable Throwable cause);

}
