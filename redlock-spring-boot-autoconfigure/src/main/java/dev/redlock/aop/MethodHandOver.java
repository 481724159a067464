package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands methods for which no thread waits over to whatever runs them, whoever brings the
 * lease: the thread that asked for it, or that of a node.
 */
final class MethodHandOver {

	private static final Logger logger = LoggerFactory.getLogger(MethodHandOver.class);

	private final Executor methods;

	/** Hands over instead of a caller; {@code null} if that may do it itself. */
	private final @Nullable Executor instead;

	private final DaemonThreads more;

	private MethodHandOver(Executor methods, @Nullable Executor instead, DaemonThreads more) {
		this.methods = methods;
		this.instead = instead;
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
	 * Hands methods over to an executor of the application.
	 * @param methods runs the methods
	 * @param callbacks hands over in the place of a caller
	 * @param more makes a thread for what could not be run otherwise
	 */
	static MethodHandOver toApplication(Executor methods, Executor callbacks, DaemonThreads more) {
		return new MethodHandOver(methods, callbacks, more);
	}

	/**
	 * Does what follows an acquire or a release that nobody waits for: not within the
	 * call that asked for it, whose thread has other things to do, and perhaps a
	 * transaction; nor where others depend on leases, since it may block. Of a failure,
	 * it gets what failed, also if the locks of the application have wrapped that.
	 */
	<T> void whenComplete(CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> action) {
		future.whenComplete((value, ex) -> run(task(action, value, ex)));
	}

	/**
	 * Runs a method under the lease that an acquire brings, like {@link #whenComplete}.
	 * What an executor of the application takes along from whoever hands it a method,
	 * such as by a {@code TaskDecorator}, does not depend on how fast the nodes have
	 * answered: it is never the caller of the method.
	 */
	<T> void whenAcquired(CompletableFuture<T> acquire, BiConsumer<@Nullable T, @Nullable Throwable> method) {
		Caller caller = new Caller();
		acquire.whenComplete((value, ex) -> {
			OnceTask task = task(method, value, ex);
			if (this.instead != null && caller.isHere()) {
				runFrom(this.instead, task);
			}
			else {
				run(task);
			}
		});
		caller.goOn();
	}

	private static <T> OnceTask task(BiConsumer<@Nullable T, @Nullable Throwable> action, @Nullable T value,
			@Nullable Throwable ex) {
		return new OnceTask(() -> action.accept(value, Stages.cause(ex)));
	}

	private void runFrom(Executor callbacks, OnceTask task) {
		try {
			callbacks.execute(() -> run(task));
		}
		catch (RuntimeException | Error ex) {
			logger.error("There is no other thread to hand a method over to redlockExecutor", ex);
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
	 * Whether the thread that asked for something is still at it.
	 */
	private static final class Caller {

		private final Thread thread = Thread.currentThread();

		/** For this thread only. */
		private boolean goneOn;

		void goOn() {
			this.goneOn = true;
		}

		boolean isHere() {
			return Thread.currentThread() == this.thread && !this.goneOn;
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
