package dev.redlock.jedis;

import java.util.concurrent.Executor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells that the state of a lane may have changed. Whatever becomes of that, the lane
 * goes on.
 */
final class StateTeller {

	private static final Logger logger = LoggerFactory.getLogger(StateTeller.class);

	private final Runnable stateChanged;

	private final Executor log;

	/**
	 * Creates a teller.
	 * @param stateChanged told; must not block
	 * @param log where that writes what has changed, one line after the other
	 */
	StateTeller(Runnable stateChanged, Executor log) {
		this.stateChanged = stateChanged;
		this.log = log;
	}

	/**
	 * Tells it now, as the state may be another one soon.
	 */
	void tell() {
		try {
			this.stateChanged.run();
		}
		catch (Throwable ex) {
			Failures.report(logger, "The state of a lane could not be told", ex);
		}
	}

	/**
	 * Runs something when all that was told is written.
	 */
	void whenWritten(Runnable next) {
		try {
			this.log.execute(next);
		}
		catch (Throwable ex) {
			Failures.report(logger, "The log can't be waited for", ex);
			next.run();
		}
	}

}
