package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Where code of the application runs for which no thread waits: what depends on a lease,
 * a release or a loss, and methods that return a stage or a publisher. Since it may
 * block, no task waits for the thread of another. There is no thread before the first
 * task, and none is left some seconds after the last.
 * <p>
 * Not an {@link Executor}: Spring Boot would take that for the one of the application.
 */
public final class CallbackThreads implements AutoCloseable {

	private static final String NAME = "redlock-callback-";

	private static final int KEEP_ALIVE_SECONDS = 10;

	private final Executor executor;

	private final Runnable end;

	private CallbackThreads(Executor executor, Runnable end) {
		this.executor = executor;
		this.end = end;
	}

	/**
	 * Returns threads of the platform.
	 * @return the threads, all daemons
	 */
	public static CallbackThreads ofPlatform() {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new SynchronousQueue<>(), CallbackThreads::daemon);
		// Not interrupted: what has begun may be the clean-up after a loss.
		return new CallbackThreads(pool, pool::shutdown);
	}

	/**
	 * Returns virtual threads, one for each task.
	 * @return the threads
	 */
	public static CallbackThreads ofVirtual() {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor(NAME);
		executor.setVirtualThreads(true);
		return new CallbackThreads(executor, executor::close);
	}

	/**
	 * Returns the threads of an executor of the application, which ends it.
	 * @param executor the executor
	 * @return the threads
	 */
	public static CallbackThreads of(Executor executor) {
		return new CallbackThreads(executor, () -> {
		});
	}

	private static Thread daemon(Runnable task) {
		// Nothing of the caller whose task happens to need a new thread.
		Thread thread = new Thread(null, task, NAME, 0, false);
		thread.setName(NAME + thread.getId());
		thread.setContextClassLoader(CallbackThreads.class.getClassLoader());
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Runs a task on one of the threads. One that they do not take, or not any more, gets
	 * a thread of its own, since somebody may wait for it.
	 * @param task the task
	 */
	public void execute(Runnable task) {
		try {
			this.executor.execute(task);
		}
		catch (RejectedExecutionException ex) {
			daemon(task).start();
		}
	}

	/**
	 * Does what follows an acquire that nobody waits for: not within the call that asked
	 * for it, whose thread has other things to do, and perhaps a transaction, even if the
	 * lock was there at once.
	 */
	<T> void whenComplete(CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> action) {
		AtomicReference<@Nullable Thread> asking = new AtomicReference<>(Thread.currentThread());
		future.whenComplete((value, ex) -> {
			if (asking.get() == Thread.currentThread()) {
				execute(() -> action.accept(value, ex));
			}
			else {
				action.accept(value, ex);
			}
		});
		asking.set(null);
	}

	/**
	 * Ends the threads once they are idle.
	 */
	@Override
	public void close() {
		this.end.run();
	}

}
