package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
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

	private static final String CALLBACK = "redlock-callback-";

	private static final int CALLBACKS = Math.max(8, Runtime.getRuntime().availableProcessors());

	private static final int KEEP_ALIVE_SECONDS = 2;

	private final Executor callbacks;

	private final Executor methods;

	private final Runnable end;

	private CallbackThreads(Executor callbacks, Executor methods, Runnable end) {
		this.callbacks = callbacks;
		this.methods = methods;
		this.end = end;
	}

	/**
	 * Returns threads of the platform.
	 * @return the threads, all daemons
	 */
	public static CallbackThreads ofPlatform() {
		ExecutorService methods = new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new SynchronousQueue<>(), (task) -> daemon("redlock-method-", task));
		return ofPlatform(methods, methods::shutdown);
	}

	private static CallbackThreads ofPlatform(Executor methods, Runnable end) {
		ThreadPoolExecutor callbacks = new ThreadPoolExecutor(CALLBACKS, CALLBACKS, KEEP_ALIVE_SECONDS,
				TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (task) -> daemon(CALLBACK, task));
		callbacks.allowCoreThreadTimeOut(true);
		return new CallbackThreads(callbacks, methods, () -> {
			// Not interrupted: what has begun may be the clean-up after a loss.
			callbacks.shutdown();
			end.run();
		});
	}

	/**
	 * Returns virtual threads, one for each task.
	 * @return the threads
	 */
	public static CallbackThreads ofVirtual() {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("redlock-virtual-");
		executor.setVirtualThreads(true);
		return new CallbackThreads(executor, executor, executor::close);
	}

	/**
	 * Returns threads of the platform, but runs methods by an executor of the
	 * application, which ends it.
	 * @param methods the executor
	 * @return the threads
	 */
	public static CallbackThreads of(Executor methods) {
		return ofPlatform(methods, () -> {
		});
	}

	private static Thread daemon(String name, Runnable task) {
		// Nothing of the caller whose task happens to need a new thread.
		Thread thread = new Thread(null, task, name, 0, false);
		thread.setName(name + thread.getId());
		thread.setContextClassLoader(CallbackThreads.class.getClassLoader());
		thread.setDaemon(true);
		return thread;
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
	 * transaction; nor where others depend on leases, since it may block.
	 */
	<T> void whenComplete(CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> action) {
		future.whenComplete((value, ex) -> execute(this.methods, () -> action.accept(value, ex)));
	}

	/**
	 * Runs a task. One that an executor does not take, or not any more, gets a thread of
	 * its own, since somebody may wait for it.
	 */
	private static void execute(Executor executor, Runnable task) {
		try {
			executor.execute(task);
		}
		catch (RejectedExecutionException ex) {
			daemon(CALLBACK, task).start();
		}
	}

	/**
	 * Ends the threads once they are idle.
	 */
	@Override
	public void close() {
		this.end.run();
	}

}
