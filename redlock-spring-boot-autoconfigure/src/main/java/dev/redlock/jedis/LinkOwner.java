package dev.redlock.jedis;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

import dev.redlock.node.NodeCommand.Release;

/**
 * Told what becomes of a link; must not block.
 */
interface LinkOwner {

	/**
	 * A server has not answered in time.
	 */
	void onLate();

	/**
	 * A server that is late has answered everything there was, so that it may be asked
	 * for more.
	 * @param link the link
	 */
	void onCaughtUp(Link link);

	/**
	 * A server that was late has answered in time again.
	 */
	void onPunctual();

	/**
	 * A server has turned out to be a replica (S9), so that the link must end: its
	 * address may lead to another one by now.
	 */
	void onReplica();

	/**
	 * A server has refused what a lock needs, as it would for any other.
	 * @param refusal what it said
	 */
	void onRefusal(JedisDataException refusal);

	/**
	 * A server has refused a release, but may do it later (S4).
	 * @param release the release
	 */
	void onRefused(Call release);

	/**
	 * A server is owed a release once more.
	 * @param release the release
	 */
	void onOwed(Release release);

	/**
	 * A server has answered a release that it was owed.
	 * @param payment the release
	 */
	void onPaid(Call payment);

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
