package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Whether a method runs whose caller may give up meanwhile: its lock must stay until it
 * has returned. Thread-safe.
 */
final class MethodRun {

	private final AtomicReference<@Nullable CompletableFuture<Boolean>> over = new AtomicReference<>();

	/**
	 * Begins the run.
	 * @return {@code false} if it must not begin any more
	 */
	boolean begin() {
		return this.over.compareAndSet(null, new CompletableFuture<>());
	}

	/**
	 * Ends the run that has begun.
	 */
	void end() {
		over().complete(true);
	}

	/**
	 * Returns when the method does not run any more. If it has not begun to, it never
	 * will.
	 * @return completes with whether it has run
	 */
	CompletableFuture<Boolean> over() {
		CompletableFuture<Boolean> never = CompletableFuture.completedFuture(false);
		CompletableFuture<Boolean> present = this.over.compareAndExchange(null, never);
		return (present != null) ? present : never;
	}

}
