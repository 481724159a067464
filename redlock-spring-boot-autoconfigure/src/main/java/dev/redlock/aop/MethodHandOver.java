package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands methods for which no thread waits over to whatever runs them.
 */
final class MethodHandOver {

	private static final Logger logger = LoggerFactory.getLogger(MethodHandOver.class);

	private final Executor methods;

	/** Calls the executor of the application; {@code null} if there is none. */
	private final @Nullable Executor between;

	private final DaemonThreads more;

	private MethodHandOver(Executor methods, @Nullable Executor between, DaemonThreads more) {
		this.methods = methods;
		this.between = between;
		this.more = more;
	}

	/**
	 * Hands methods over to threads of our own, which take nothing along from anybody.
	 * @param methods runs the methods
	 * @param more makes a thread for what could not be run otherwise
	 */
	static MethodHandOver to(Executor methods, DaemonThreads more) {
		return new MethodHandOver(methods, null, more);
	}

	/**
	 * Hands methods over to an executor of the application, always from a thread that has
	 * nothing else to do. That executor may block, or run a method itself since it is
	 * full, as by {@code CallerRunsPolicy}, which must keep neither the caller of the
	 * method nor those waiting for leases and losses. Nor does what it takes along from
	 * there, such as by a {@code TaskDecorator}, depend on how fast the nodes answer.
	 * @param methods runs the methods
	 * @param between runs the calls of that; it needs as many threads as there are
	 * methods
	 * @param more makes a thread for what could not be run otherwise
	 */
	static MethodHandOver toApplication(Executor methods, Executor between, DaemonThreads more) {
		return new MethodHandOver(methods, between, more);
	}

	/**
	 * Does what follows an acquire or a release that nobody waits for: not within the
	 * call that asked for it, whose thread has other things to do, and perhaps a
	 * transaction; nor where others depend on leases, since it may block. Of a failure,
	 * it gets what failed, also if the locks of the application have wrapped that.
	 */
	<T> void whenComplete(CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> action) {
		future.whenComplete((value, ex) -> handOver(new OnceTask(() -> action.accept(value, Stages.cause(ex)))));
	}

	private void handOver(OnceTask task) {
		Executor between = this.between;
		if (between == null) {
			run(task);
			return;
		}
		try {
			between.execute(() -> run(task));
		}
		catch (RuntimeException | Error ex) {
			logger.error("There is no thread to hand a method over to redlockExecutor", ex);
			run(task);
		}
	}

	/**
	 * Runs a task wherever it can be run: nobody else would hear that it was not, and
	 * there may be a lease to be released.
	 */
	private void run(OnceTask task) {
		try {
			this.methods.execute(task);
		}
		catch (RuntimeException | Error ex) {
			runElsewhere(task);
			logger.error("redlockExecutor failed to run a method (for example in a task decorator); it runs on another "
					+ "thread", ex);
		}
	}

	private void runElsewhere(OnceTask task) {
		try {
			this.more.callback(task).start();
		}
		catch (OutOfMemoryError ex) {
			// There is no thread but this.
			task.run();
		}
	}

	/**
	 * What runs once, also if an executor fails after it has begun.
	 */
	private static final class OnceTask implements Runnable {

		private final Runnable task;

		private final AtomicBoolean begun = new AtomicBoolean();

		OnceTask(Runnable task) {
			this.task = task;
		}

		@Override
		public void run() {
			if (this.begun.compareAndSet(false, true)) {
				this.task.run();
			}
		}

	}

}
