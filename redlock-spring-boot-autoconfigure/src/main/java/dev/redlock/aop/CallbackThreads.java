package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Where code of the application runs for which no thread waits. Guarded methods that
 * return a stage or a publisher may block: each has a thread. What depends on a lease, a
 * release or a loss is over in a moment, and many come together: they share a few. There
 * is no thread before the first task, and unused ones end.
 * <p>
 * Not an {@link Executor}: Spring Boot would take that for the one of the application.
 */
public final class CallbackThreads implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CallbackThreads.class);

	private static final String CALLBACK = "redlock-callback-";

	private static final int CALLBACKS = Math.max(8, Runtime.getRuntime().availableProcessors());

	private static final int KEEP_ALIVE_SECONDS = 2;

	private final Executor callbacks;

	private final Executor methods;

	private final boolean methodsOfApplication;

	private final Runnable end;

	private final DaemonThreads more;

	private final UnattendedWork unattended = new UnattendedWork();

	private CallbackThreads(Executor callbacks, Executor methods, boolean methodsOfApplication, Runnable end,
			DaemonThreads more) {
		this.callbacks = callbacks;
		this.methods = methods;
		this.methodsOfApplication = methodsOfApplication;
		this.end = end;
		this.more = more;
	}

	/**
	 * Returns threads of the platform.
	 * @return the threads, all daemons
	 */
	public static CallbackThreads ofPlatform() {
		DaemonThreads threads = new DaemonThreads();
		ExecutorService methods = new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new SynchronousQueue<>(), (task) -> threads.of("redlock-method-", task));
		return ofPlatform(methods, false, methods::shutdown, threads);
	}

	private static CallbackThreads ofPlatform(Executor methods, boolean methodsOfApplication, Runnable end,
			DaemonThreads threads) {
		ThreadPoolExecutor callbacks = new ThreadPoolExecutor(CALLBACKS, CALLBACKS, KEEP_ALIVE_SECONDS,
				TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (task) -> threads.of(CALLBACK, task));
		callbacks.allowCoreThreadTimeOut(true);
		return new CallbackThreads(callbacks, methods, methodsOfApplication, () -> {
			// Not interrupted: what has begun may be the clean-up after a loss.
			callbacks.shutdown();
			end.run();
		}, threads);
	}

	/**
	 * Returns virtual threads, one for each task.
	 * @return the threads
	 */
	public static CallbackThreads ofVirtual() {
		DaemonThreads threads = new DaemonThreads();
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor(threads.virtual("redlock-virtual-"));
		return new CallbackThreads(executor, executor, false, executor::close, threads);
	}

	/**
	 * Returns threads of the platform, but runs methods by an executor of the
	 * application, which ends it.
	 * @param methods the executor
	 * @return the threads
	 */
	public static CallbackThreads of(Executor methods) {
		return ofPlatform(methods, true, () -> {
		}, new DaemonThreads());
	}

	/**
	 * Returns what runs here and goes on when the call of it has returned.
	 * @return the work
	 */
	public UnattendedWork unattended() {
		return this.unattended;
	}

	/**
	 * Runs what depends on a lease, a release or a loss.
	 * @param task the task
	 */
	public void execute(Runnable task) {
		execute(this.callbacks, task);
	}

	/**
	 * Does what follows an acquire or a release that nobody waits for: not within the
	 * call that asked for it, whose thread has other things to do, and perhaps a
	 * transaction; nor where others depend on leases, since it may block. Of a failure,
	 * it gets what failed, also if the locks of the application have wrapped that.
	 */
	<T> void whenComplete(CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> action) {
		future.whenComplete((value, ex) -> runMethod(task(action, value, ex)));
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
			if (this.methodsOfApplication && caller.isHere()) {
				handOver(task);
			}
			else {
				runMethod(task);
			}
		});
		caller.goOn();
	}

	private static <T> OnceTask task(BiConsumer<@Nullable T, @Nullable Throwable> action, @Nullable T value,
			@Nullable Throwable ex) {
		return new OnceTask(() -> action.accept(value, Stages.cause(ex)));
	}

	private void handOver(OnceTask task) {
		try {
			execute(() -> runMethod(task));
		}
		catch (RuntimeException | Error ex) {
			logger.error("There is no other thread to hand a method over to redlockExecutor", ex);
			runMethod(task);
		}
	}

	/**
	 * Runs a task wherever it can be run: nobody else would hear that it was not, and
	 * there may be a lease to be released.
	 */
	private void runMethod(OnceTask task) {
		try {
			execute(this.methods, task);
		}
		catch (RuntimeException | Error ex) {
			callBack(task);
			logger.error("redlockExecutor failed to run a method (for example in a task decorator); it runs on another "
					+ "thread", ex);
		}
	}

	private void callBack(OnceTask task) {
		try {
			this.more.of(CALLBACK, task).start();
		}
		catch (OutOfMemoryError ex) {
			// There is no thread but this.
			task.run();
		}
	}

	/**
	 * Runs a task. One that an executor does not take, or not any more, gets a thread of
	 * its own, since somebody may wait for it.
	 */
	private void execute(Executor executor, Runnable task) {
		try {
			executor.execute(task);
		}
		catch (RejectedExecutionException ex) {
			this.more.of(CALLBACK, task).start();
		}
	}

	/**
	 * Ends the threads once they are idle.
	 */
	@Override
	public void close() {
		this.end.run();
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
