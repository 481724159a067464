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

	private final Executor elsewhere;

	private final Background background;

	/**
	 * Creates a teller.
	 * @param stateChanged told; it may block or throw, as a log does
	 * @param elsewhere has the threads that may wait for it
	 * @param background takes the place of the former when that has none
	 */
	StateTeller(Runnable stateChanged, Executor elsewhere, Background background) {
		this.stateChanged = stateChanged;
		this.elsewhere = elsewhere;
		this.background = background;
	}

	/**
	 * Tells it on the calling thread.
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
	 * Tells it from a thread that must not wait.
	 */
	void tellElsewhere() {
		try {
			this.elsewhere.execute(this::tell);
		}
		catch (Throwable ex) {
			// Nobody else would tell it: the state is only looked at when it was told.
			this.background.run(this::tell);
		}
	}

}
