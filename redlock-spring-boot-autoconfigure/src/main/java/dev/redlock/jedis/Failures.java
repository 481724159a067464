package dev.redlock.jedis;

import org.slf4j.Logger;

/**
 * Writes what failed to the log, for threads that others depend on: a log that fails
 * itself, for want of memory or because of an appender, ends nothing.
 */
final class Failures {

	private Failures() {
	}

	static void report(Logger logger, String message, Throwable failure) {
		try {
			logger.error(message, failure);
		}
		catch (Throwable ex) {
			// There is nowhere left to say it, and whoever reports has to go on.
		}
	}

	static void report(Logger logger, String message, String subject, Throwable failure) {
		try {
			logger.error(message, subject, failure);
		}
		catch (Throwable ex) {
			// As above.
		}
	}

}
