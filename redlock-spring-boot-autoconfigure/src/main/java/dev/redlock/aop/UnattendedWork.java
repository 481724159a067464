package dev.redlock.aop;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Guarded methods that return a stage or a publisher: no thread of the application waits
 * for them, so its end has to ask whether their work is over. Thread-safe.
 */
public final class UnattendedWork {

	private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();

	UnattendedWork() {
	}

	/**
	 * Adds work that has got its lock.
	 * @param over completes when its lock was released
	 */
	void add(CompletableFuture<?> over) {
		this.open.add(over);
		over.whenComplete((nothing, ex) -> this.open.remove(over));
	}

	/**
	 * Waits for what is under way, and for what begins meanwhile.
	 * @return completes when there is none
	 */
	public CompletableFuture<Void> over() {
		CompletableFuture<?>[] left = this.open.stream()
			.filter((over) -> !over.isDone())
			.toArray(CompletableFuture<?>[]::new);
		CompletableFuture<Void> over = CompletableFuture.allOf(left);
		return (left.length > 0) ? over.thenCompose((nothing) -> over()) : over;
	}

}
