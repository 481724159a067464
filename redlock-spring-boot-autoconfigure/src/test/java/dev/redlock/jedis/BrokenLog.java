package dev.redlock.jedis;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * A log that fails, or blocks, on each line.
 */
public final class BrokenLog extends AppenderBase<ILoggingEvent> {

	private final Runnable onLine;

	private BrokenLog(Runnable onLine) {
		this.onLine = onLine;
	}

	/**
	 * Has the log of a class fail while a test goes on.
	 */
	public static void during(Class<?> type, Runnable test) {
		during(type, () -> {
			throw new LinkageError("no log");
		}, test);
	}

	/**
	 * Has the log of a class do something on each line while a test goes on.
	 */
	static void during(Class<?> type, Runnable onLine, Runnable test) {
		Logger logger = (Logger) LoggerFactory.getLogger(type);
		BrokenLog log = new BrokenLog(onLine);
		log.start();
		logger.addAppender(log);
		try {
			test.run();
		}
		finally {
			logger.detachAppender(log);
		}
	}

	@Override
	protected void append(ILoggingEvent event) {
		this.onLine.run();
	}

}
