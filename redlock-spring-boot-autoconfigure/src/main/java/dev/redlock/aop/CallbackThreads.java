package dev.redlock.aop;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

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

	private static final int CALLBACKS = Math.max(8, Runtime.getRuntime().availableProcessors());

	private static final int KEEP_ALIVE_SECONDS = 2;

	private final Executor callbacks;

	private final MethodHandOver methods;

	private final Runnable end;

	private final UnattendedWork unattended = new UnattendedWork();

	/**
	 * Creates threads.
	 * @param callbacks runs what depends on leases
	 * @param methods hands methods over
	 * @param end ends both
	 */
	CallbackThreads(Executor callbacks, MethodHandOver methods, Runnable end) {
		this.callbacks = callbacks;
		this.methods = methods;
		this.end = end;
	}

	/**
	 * Returns threads of the platform.
	 * @return the threads, all daemons
	 */
	public static CallbackThreads ofPlatform() {
		DaemonThreads threads = new DaemonThreads();
		ExecutorService methods = asMany((task) -> threads.of("redlock-method-", task));
		ThreadPoolExecutor callbacks = few(threads);
		return new CallbackThreads(threads.orMore(callbacks), MethodHandOver.to(threads.orMore(methods), threads),
				() -> {
					callbacks.shutdown();
					methods.shutdown();
				});
	}

	private static ExecutorService asMany(ThreadFactory threads) {
		return new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new SynchronousQueue<>(), threads);
	}

	private static ThreadPoolExecutor few(DaemonThreads threads) {
		ThreadPoolExecutor executor = new ThreadPoolExecutor(CALLBACKS, CALLBACKS, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), threads::callback);
		executor.allowCoreThreadTimeOut(true);
		return executor;
	}

	/**
	 * Returns virtual threads, one for each task.
	 * @return the threads
	 */
	public static CallbackThreads ofVirtual() {
		DaemonThreads threads = new DaemonThreads();
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor(threads.virtual("redlock-virtual-"));
		Executor virtual = threads.orMore(executor);
		return new CallbackThreads(virtual, MethodHandOver.to(virtual, threads), executor::close);
	}

	/**
	 * Returns threads of the platform, but runs methods by an executor of the
	 * application, which ends it.
	 * @param methods the executor
	 * @return the threads
	 */
	public static CallbackThreads of(Executor methods) {
		DaemonThreads threads = new DaemonThreads();
		ThreadPoolExecutor callbacks = few(threads);
		ExecutorService between = asMany(threads::callback);
		return new CallbackThreads(threads.orMore(callbacks),
				MethodHandOver.toApplication(threads.orMore(methods), threads.orMore(between), threads), () -> {
					callbacks.shutdown();
					between.shutdown();
				});
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
		this.callbacks.execute(task);
	}

	/**
	 * Returns how methods get to their threads.
	 */
	MethodHandOver methods() {
		return this.methods;
	}

	/**
	 * Ends the threads once they are idle. What has begun is not interrupted: it may be
	 * the clean-up after a loss.
	 */
	@Override
	public void close() {
		this.end.run();
	}

}
