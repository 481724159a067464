package dev.redlock.jedis;

import org.jspecify.annotations.Nullable;

/**
 * Gets what a server sends on one connection, in order and from one thread at a time,
 * which other connections wait for: it must not block.
 */
interface ReplyReceiver {

	/**
	 * Called when replies have arrived, before they are handed over, for what need not be
	 * done for each of them.
	 */
	default void onArrival() {
	}

	/**
	 * Called with each reply or push message. An exception ends the connection.
	 * @param reply what Jedis made of it; a
	 * {@link redis.clients.jedis.exceptions.JedisDataException} for an error
	 */
	void onReply(@Nullable Object reply);

	/**
	 * Called when the replies that have arrived so far have been handed over, for what
	 * need not be done after each of them. Maybe on another thread, while the next ones
	 * are being handed over.
	 */
	default void onPause() {
	}

	/**
	 * Returns whether messages are expected that answer no command, so that nobody polls
	 * for them.
	 */
	default boolean isListening() {
		return false;
	}

	/**
	 * Returns for how long the server has not answered the oldest command. Thread-safe.
	 * @return nanoseconds; zero if no answer is expected
	 */
	default long silentNanos() {
		return 0;
	}

	/**
	 * Called once, last, when the connection has ended.
	 * @param cause why, if it is known
	 */
	void onEnd(@Nullable Throwable cause);

}
