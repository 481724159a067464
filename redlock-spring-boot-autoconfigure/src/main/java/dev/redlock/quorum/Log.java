package dev.redlock.quorum;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Writes to the log where others depend on what comes next: a log that fails itself, for
 * want of memory or because of an appender, ends nothing.
 */
final class Log {

	private Log() {
	}

	static void warn(Logger logger, String message, @Nullable Object... arguments) {
		try {
			logger.warn(message, arguments);
		}
		catch (Throwable ex) {
			// There is nowhere left to say it, and the lock has to go on.
		}
	}

	static void debug(Logger logger, String message, @Nullable Object... arguments) {
		try {
			logger.debug(message, arguments);
		}
		catch (Throwable ex) {
			// As above.
		}
	}

	static void error(Logger logger, String message, Throwable failure) {
		try {
			logger.error(message, failure);
		}
		catch (Throwable ex) {
			// As above.
		}
	}

}
