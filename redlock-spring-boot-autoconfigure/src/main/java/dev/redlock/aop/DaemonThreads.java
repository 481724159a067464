package dev.redlock.aop;

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

}
