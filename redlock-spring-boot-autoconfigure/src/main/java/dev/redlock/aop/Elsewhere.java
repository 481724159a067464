package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * What follows an acquire that nobody waits for: not within the call that asked for it,
 * whose thread has other things to do, and perhaps a transaction, even if the lock was
 * there at once.
 */
final class Elsewhere {

	private Elsewhere() {
	}

	static <T> void whenComplete(CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> action) {
		AtomicReference<@Nullable Thread> asking = new AtomicReference<>(Thread.currentThread());
		future.whenComplete((value, ex) -> {
			if (asking.get() == Thread.currentThread()) {
				ForkJoinPool.commonPool().execute(() -> action.accept(value, ex));
			}
			else {
				action.accept(value, ex);
			}
		});
		asking.set(null);
	}

}
