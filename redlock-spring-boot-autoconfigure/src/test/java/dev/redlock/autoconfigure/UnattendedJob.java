package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.redlock.Lease;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.LockContext;

/**
 * Work whose callers have forgotten it, and which is still under way when the application
 * is closed.
 */
class UnattendedJob {

	private final CompletableFuture<Lease> started = new CompletableFuture<>();

	private final CountDownLatch closing = new CountDownLatch(1);

	private volatile boolean endless;

	private volatile boolean heldToTheEnd;

	@DistributedLock(name = "blocking", ttl = "30s")
	CompletableFuture<Void> blocking() {
		work(LockContext.currentLease());
		return CompletableFuture.completedFuture(null);
	}

	@DistributedLock(name = "stage", ttl = "30s")
	CompletableFuture<Void> stage() {
		Lease lease = LockContext.currentLease();
		return CompletableFuture.runAsync(() -> work(lease));
	}

	@DistributedLock(name = "mono", ttl = "30s")
	Mono<Void> mono() {
		return Mono.fromRunnable(() -> work(LockContext.currentLease()));
	}

	@DistributedLock(name = "stream", ttl = "30s")
	Flux<Integer> stream() {
		Lease lease = LockContext.currentLease();
		return Flux.range(0, 3).delayUntil((each) -> Mono.fromFuture(CompletableFuture.runAsync(() -> work(lease))));
	}

	private void work(Lease lease) {
		this.started.complete(lease);
		Awaitility.await().until(() -> this.closing.getCount() == 0);
		if (this.endless) {
			lease.lost().toCompletableFuture().join();
			return;
		}
		// Long enough for locks to end that do not wait for this.
		Awaitility.await().during(Duration.ofMillis(300)).until(lease::isValid);
		this.heldToTheEnd = true;
	}

	@EventListener(ContextClosedEvent.class)
	void close() {
		this.closing.countDown();
	}

	void neverEnd() {
		this.endless = true;
	}

	void awaitStart() {
		lease();
	}

	Lease lease() {
		return this.started.join();
	}

	boolean wasHeldToTheEnd() {
		return this.heldToTheEnd;
	}

	enum Kind {

		BLOCKING(UnattendedJob::blocking), STAGE(UnattendedJob::stage), MONO((job) -> job.mono().subscribe()),
		STREAM((job) -> job.stream().subscribe());

		private final Consumer<UnattendedJob> call;

		Kind(Consumer<UnattendedJob> call) {
			this.call = call;
		}

		void start(UnattendedJob job) {
			this.call.accept(job);
		}

	}

}
