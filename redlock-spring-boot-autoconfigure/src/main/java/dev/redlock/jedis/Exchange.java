package dev.redlock.jedis;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What is written as one command, and answered by one reply.
 */
sealed interface Exchange permits Call, ReleaseBatch {

	/**
	 * Returns the calls that are answered, in the order in which they were sent.
	 */
	List<Call> calls();

	/**
	 * Returns how many calls there are.
	 */
	int size();

	/**
	 * Tells that this is written now, which may be long after it was sent, or once more.
	 */
	void onWritten(long now);

	/**
	 * Returns since when the server may have known of it.
	 */
	long writtenAt();

	/**
	 * Returns whether nobody wants the answer any more, so that the command must not be
	 * written.
	 */
	boolean isAbandoned();

	/**
	 * Returns what is sent.
	 * @param shared gives what is the same for several nodes
	 */
	EncodedCommand encoded(EncodedCommands shared);

	/**
	 * Hands over the reply of the server.
	 * @param reply what Jedis made of it
	 * @param arrivedAt when it arrived
	 * @return what is to be sent again, since the server has not done it
	 */
	List<? extends Exchange> answer(@Nullable Object reply, long arrivedAt);

}
