package dev.redlock.aop;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Makes threads that run methods where their leases come from, so that a test need not
 * wait for them.
 */
final class DirectThreads {

	private DirectThreads() {
	}

	static CallbackThreads make() {
		DaemonThreads threads = new DaemonThreads();
		SimpleAsyncTaskExecutor callbacks = new SimpleAsyncTaskExecutor(threads::callback);
		return new CallbackThreads(callbacks, MethodHandOver.to(Runnable::run, threads), callbacks::close);
	}

}
