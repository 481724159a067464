package dev.redlock.jedis;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * How long to wait before each attempt to connect: longer and longer until a connection
 * has lasted. A server, or a proxy before it, may end each of them as soon as it is
 * there, or never answer over it. Used by one thread at a time.
 */
final class ConnectDelays {

	private static final long FIRST_MILLIS = 50;

	private static final long LAST_MILLIS = 1000;

	private static final Duration LASTING = Duration.ofSeconds(1);

	private final LongSupplier clock;

	private BackOffExecution delays = start();

	private @Nullable Long connectedAt;

	/**
	 * Creates delays.
	 * @param clock the clock
	 */
	ConnectDelays(LongSupplier clock) {
		this.clock = clock;
	}

	private static BackOffExecution start() {
		ExponentialBackOff backOff = new ExponentialBackOff(FIRST_MILLIS, 2);
		backOff.setMaxInterval(LAST_MILLIS);
		backOff.setJitter(FIRST_MILLIS / 2);
		return backOff.start();
	}

	/**
	 * A connection is there.
	 */
	void connected() {
		this.connectedAt = this.clock.getAsLong();
	}

	/**
	 * The server was silent when the connection ended, however long that took: it has not
	 * lasted.
	 */
	void wasSilent() {
		this.connectedAt = this.clock.getAsLong();
	}

	/**
	 * Returns how many milliseconds to wait when there is no connection any more, or was
	 * none so far.
	 */
	long first() {
		Long since = this.connectedAt;
		this.connectedAt = null;
		if (since != null && this.clock.getAsLong() - since < LASTING.toNanos()) {
			return next();
		}
		this.delays = start();
		return 0;
	}

	/**
	 * Returns how many milliseconds to wait after an attempt that has failed.
	 */
	long next() {
		return this.delays.nextBackOff();
	}

}
