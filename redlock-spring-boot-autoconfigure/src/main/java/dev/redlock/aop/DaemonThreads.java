package dev.redlock.aop;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Makes threads for code of the application. They get nothing of the caller whose task
 * happens to need one; their class loader is that of whoever created the application,
 * which devtools replaces.
 */
final class DaemonThreads {

	private final @Nullable ClassLoader loader = ClassUtils.getDefaultClassLoader();

	/**
	 * Returns a thread that is not started yet.
	 * @param prefix the beginning of its name
	 * @param task what it does
	 */
	Thread of(String prefix, Runnable task) {
		Thread thread = new Thread(null, task, prefix, 0, false);
		thread.setName(prefix + thread.getId());
		thread.setContextClassLoader(this.loader);
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Returns a thread for what depends on a lease, a release or a loss.
	 * @param task what it does
	 */
	Thread callback(Runnable task) {
		return of("redlock-callback-", task);
	}

	/**
	 * Returns an executor whose tasks are run in any case: one that it does not take, or
	 * not any more, gets a thread of its own, since somebody may wait for it.
	 * @param executor the executor
	 */
	Executor orMore(Executor executor) {
		return (task) -> {
			try {
				executor.execute(task);
			}
			catch (RejectedExecutionException ex) {
				callback(task).start();
			}
		};
	}

	/**
	 * Returns what makes virtual threads; they are daemons anyway.
	 * @param prefix the beginning of their names
	 * @throws IllegalStateException before Java 21
	 */
	ThreadFactory virtual(String prefix) {
		ThreadFactory plain = virtualOfJdk21(prefix);
		return (task) -> {
			Thread thread = plain.newThread(task);
			thread.setContextClassLoader(this.loader);
			return thread;
		};
	}

	private static ThreadFactory virtualOfJdk21(String prefix) {
		try {
			// The public interface, since its implementation may not be called.
			Class<?> type = Class.forName("java.lang.Thread$Builder");
			Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
			type.getMethod("name", String.class, long.class).invoke(builder, prefix, 0L);
			type.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(builder, false);
			return (ThreadFactory) type.getMethod("factory").invoke(builder);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("Virtual threads need Java 21", ex);
		}
	}

}
