package dev.redlock.jedis;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Ends a connection that is not ready after a long time altogether: the time-outs of a
 * socket begin anew with each byte.
 *
 * @param timer ends it
 * @param limit how long it may take
 */
record ConnectDeadline(ScheduledExecutorService timer, Duration limit) {

	private static final int TIMEOUTS = 10;

	static ConnectDeadline of(JedisNodeSettings settings, ScheduledExecutorService timer) {
		return new ConnectDeadline(timer, settings.connectTimeout().multipliedBy(TIMEOUTS));
	}

	/**
	 * Does something with a connection that the server has not let us use yet.
	 * @param cut ends the connection; must not block
	 * @param task what to do
	 * @throws JedisConnectionException if it took too long
	 */
	<T> T within(Runnable cut, Supplier<T> task) {
		AtomicBoolean over = new AtomicBoolean();
		Future<?> end = start(() -> {
			// Before whoever waits for the server is told that there is no connection.
			over.set(true);
			cut.run();
		});
		try {
			return task.get();
		}
		catch (JedisConnectionException ex) {
			throw (over.get() && !OneSocketFactory.isNotConnected(String.valueOf(ex.getMessage())))
					? new JedisConnectionException(
							"the server has not let us in for %d ms".formatted(this.limit.toMillis()), ex)
					: ex;
		}
		finally {
			end.cancel(false);
		}
	}

	private Future<?> start(Runnable cut) {
		try {
			return this.timer.schedule(cut, this.limit.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			throw new JedisConnectionException("Everything is being closed", ex);
		}
	}

}
