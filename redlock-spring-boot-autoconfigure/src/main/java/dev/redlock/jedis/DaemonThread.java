package dev.redlock.jedis;

/**
 * A thread of the library. It gets nothing of the caller that happens to need it, such as
 * the user of a request.
 */
final class DaemonThread {

	private DaemonThread() {
	}

	static Thread of(Runnable task, String name) {
		Thread thread = new Thread(null, task, name, 0, false);
		thread.setContextClassLoader(DaemonThread.class.getClassLoader());
		thread.setDaemon(true);
		return thread;
	}

}
