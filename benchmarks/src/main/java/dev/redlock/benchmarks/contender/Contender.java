package dev.redlock.benchmarks.contender;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A way to lock that is compared with the others. Used by many threads at once.
 */
public interface Contender extends AutoCloseable {

	/**
	 * How long a lock lives, for everybody.
	 */
	Duration TTL = Duration.ofSeconds(30);

	/**
	 * How long an acquire may wait, for everybody who can.
	 */
	Duration WAIT = Duration.ofSeconds(3);

	/**
	 * Compare-and-delete, for everybody who brings no script.
	 */
	String RELEASE = """
			if redis.call('get', KEYS[1]) == ARGV[1] then
				return redis.call('del', KEYS[1])
			end
			return 0""";

	/**
	 * Acquires a lock.
	 * @param key the key
	 * @return what releases it, on the same thread; {@code null} if it could not be had
	 * @throws Exception if it could not be had either
	 */
	@Nullable Hold acquire(String key) throws Exception;

	@Override
	void close();

	/**
	 * A lock that is held.
	 */
	@FunctionalInterface
	interface Hold {

		/**
		 * Releases the lock and waits until that is certain.
		 * @throws Exception if it is not
		 */
		void release() throws Exception;

	}

}
