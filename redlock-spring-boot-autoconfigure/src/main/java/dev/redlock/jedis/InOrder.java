package dev.redlock.jedis;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what may block, such as the log, one after the other: on a thread of its own,
 * which is there only while there is something to run. Thread-safe.
 */
final class InOrder implements Executor {

	private static final Logger logger = LoggerFactory.getLogger(InOrder.class);

	private final Background background;

	private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean running = new AtomicBoolean();

	InOrder(Background background) {
		this.background = background;
	}

	/**
	 * {@inheritDoc} What no thread could be had for runs with the next task.
	 */
	@Override
	public void execute(Runnable task) {
		this.tasks.add(task);
		runAll();
	}

	private void runAll() {
		if (!this.tasks.isEmpty() && this.running.compareAndSet(false, true)) {
			try {
				this.background.run(this::work);
			}
			catch (Throwable ex) {
				this.running.set(false);
				throw ex;
			}
		}
	}

	private void work() {
		try {
			Runnable task;
			while ((task = this.tasks.poll()) != null) {
				run(task);
			}
		}
		finally {
			this.running.set(false);
		}
		// What was added just now found a thread, which ends here.
		runAll();
	}

	private static void run(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			Failures.report(logger, "A background task failed", ex);
		}
	}

}
