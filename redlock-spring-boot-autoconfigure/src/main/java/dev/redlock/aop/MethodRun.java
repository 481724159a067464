package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * Whether methods run whose caller may give up meanwhile: the lock that they share must
 * stay until they have returned. Thread-safe.
 */
final class MethodRun {

	private static final int OVER = 1 << 30;

	/** How many methods run, and whether no other may begin. */
	private final AtomicInteger state = new AtomicInteger();

	private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

	/**
	 * Returns a publisher that is a run while it is being subscribed to.
	 * @param method what is subscribed to
	 * @param late takes its place if no run may begin any more
	 */
	Flux<Object> during(Flux<Object> method, Supplier<Flux<Object>> late) {
		return Flux.from((subscriber) -> {
			if (!begin()) {
				late.get().subscribe(subscriber);
				return;
			}
			try {
				method.subscribe(subscriber);
			}
			finally {
				end();
			}
		});
	}

	private boolean begin() {
		return !isOver(this.state.getAndUpdate((state) -> isOver(state) ? state : state + 1));
	}

	private static boolean isOver(int state) {
		return (state & OVER) != 0;
	}

	private void end() {
		if (this.state.decrementAndGet() == OVER) {
			this.over.complete(null);
		}
	}

	/**
	 * Lets no other method begin.
	 * @return completes when none runs any more
	 */
	CompletableFuture<@Nullable Void> over() {
		if (this.state.getAndUpdate((state) -> state | OVER) == 0) {
			this.over.complete(null);
		}
		return this.over;
	}

}
