package dev.redlock.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import dev.redlock.LockRequest;
import dev.redlock.quorum.QuorumSettings;

/**
 * Locks in memory, on a clock that stands still.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
abstract class AbstractInMemoryTests {

	static final Duration TTL = Duration.ofSeconds(10);

	static final LockRequest ORDER = LockRequest.of("order:42").withTtl(TTL).withWaitTime(Duration.ZERO);

	static final LockRequest PATIENT = ORDER.withWaitTime(Duration.ofSeconds(30));

	final InMemoryRedlock redlock = new InMemoryRedlock(QuorumSettings.defaults().withAutoExtend(false), () -> 0,
			List.of());

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.redlock.close();
	}

	<T> Future<T> inAnotherThread(Callable<T> action) {
		return this.threads.submit(action);
	}

	/**
	 * Returns when the action waits on its own thread.
	 */
	static <T> Future<T> waitFor(Callable<T> action) {
		FutureTask<T> task = new FutureTask<>(action);
		Thread waiter = new Thread(task, "waiter");
		waiter.setDaemon(true);
		waiter.start();
		Awaitility.await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
		return task;
	}

	boolean isFree(String resource) {
		return !this.redlock.inspect(resource).held();
	}

}
