package dev.redlock.jedis;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what may block on a thread that ends with it.
 */
final class Background {

	private static final Logger logger = LoggerFactory.getLogger(Background.class);

	private final String threadName;

	private final ScheduledExecutorService timer;

	private final Consumer<Thread> starter;

	Background(String threadName, ScheduledExecutorService timer) {
		this(threadName, timer, Thread::start);
	}

	/**
	 * Creates a background that can fail to start threads.
	 */
	Background(String threadName, ScheduledExecutorService timer, Consumer<Thread> starter) {
		this.threadName = threadName;
		this.timer = timer;
		this.starter = starter;
	}

	/**
	 * Runs a task, later if there is no thread to be had now.
	 */
	void run(Runnable task) {
		try {
			this.starter.accept(DaemonThread.of(task, this.threadName));
		}
		catch (OutOfMemoryError ex) {
			// That is how a system says that it has too many threads. The log may block.
			this.timer.schedule(() -> run(task), 1, TimeUnit.SECONDS);
			Failures.report(logger, "{} can't run now and tries again", this.threadName, ex);
		}
	}

}
