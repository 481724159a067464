package dev.redlock.jedis;

import org.jspecify.annotations.Nullable;

/**
 * Told what becomes of a link; must not block.
 */
interface LinkOwner {

	/**
	 * A server has not answered in time.
	 */
	void onSilence();

	/**
	 * A server that had been silent has caught up.
	 */
	void onRecovered();

	/**
	 * A call will never be answered.
	 * @param call the call
	 * @param written whether the server may have got it
	 */
	void onOrphan(Call call, boolean written);

	/**
	 * The connection has ended; called once.
	 * @param link the link, to be ended
	 * @param cause why, if it is known
	 */
	void onEnd(Link link, @Nullable Throwable cause);

}
