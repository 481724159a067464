package dev.redlock.jedis;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what may block on a thread that ends with it.
 */
final class Background {

	private static final Logger logger = LoggerFactory.getLogger(Background.class);

	private final String threadName;

	private final ScheduledExecutorService timer;

	Background(String threadName, ScheduledExecutorService timer) {
		this.threadName = threadName;
		this.timer = timer;
	}

	/**
	 * Runs a task, later if there is no thread to be had now.
	 */
	void run(Runnable task) {
		try {
			Thread thread = new Thread(task, this.threadName);
			thread.setDaemon(true);
			thread.start();
		}
		catch (OutOfMemoryError ex) {
			// That is how a system says that it has too many threads. The log may block.
			this.timer.schedule(() -> run(task), 1, TimeUnit.SECONDS);
			Failures.report(logger, "{} can't run now and tries again", this.threadName, ex);
		}
	}

}
