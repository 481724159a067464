package dev.redlock.transaction;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Transactional;

import dev.redlock.LockNotAcquiredException;
import dev.redlock.annotation.DistributedLock;

/**
 * Methods with a lock and something else.
 */
class OrderedService {

	static final String RESULT = "result";

	private final Events events;

	private final AtomicInteger failures = new AtomicInteger();

	OrderedService(Events events) {
		this.events = events;
	}

	/**
	 * Lets the next calls fail.
	 */
	void fail(int times) {
		this.failures.set(times);
	}

	private String body() {
		this.events.add("body");
		if (this.failures.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
			throw new UnsupportedOperationException();
		}
		return RESULT;
	}

	@DistributedLock("'a'")
	@Transactional
	String transactional() {
		return body();
	}

	@DistributedLock("'a'")
	@Cacheable("results")
	String cacheable(String key) {
		return body();
	}

	@DistributedLock("'a'")
	@Async
	void async() {
		this.events.add(Thread.currentThread().getName());
		body();
	}

	@DistributedLock("'a'")
	@Retryable(maxRetries = 2, delay = 0)
	String retryable() {
		return body();
	}

	@DistributedLock("'a'")
	@Retryable(maxRetries = 2, delay = 0, excludes = LockNotAcquiredException.class)
	String retryableButNotForTheLock() {
		return body();
	}

	@DistributedLock("'a'")
	@Watched
	String watched() {
		return body();
	}

	@DistributedLock("'a'")
	@Transactional
	@Cacheable("results")
	@Async
	@Retryable(maxRetries = 2, delay = 0)
	@Watched
	void everything(String key) {
		body();
	}

}
