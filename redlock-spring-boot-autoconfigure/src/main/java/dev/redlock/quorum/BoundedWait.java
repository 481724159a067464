package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits like {@link CompletableFuture#join}, which an interrupt does not cut short, but
 * not for ever.
 */
final class BoundedWait {

	private static final Logger logger = LoggerFactory.getLogger(BoundedWait.class);

	private BoundedWait() {
	}

	/**
	 * Waits for a future.
	 * @param future the future
	 * @param limit for how long at most
	 * @param clock the clock
	 */
	static void join(CompletableFuture<?> future, Duration limit, MonotonicClock clock) {
		long end = clock.nanos() + limit.toNanos();
		boolean interrupted = false;
		try {
			while (!future.isDone()) {
				try {
					future.get(end - clock.nanos(), TimeUnit.NANOSECONDS);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		catch (ExecutionException ex) {
			Log.error(logger, "What was waited for failed", ex);
		}
		catch (TimeoutException ex) {
			Log.warn(logger, "Not all locks have ended after {}, such as for a listener that does not return", limit);
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
