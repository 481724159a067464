package dev.redlock.observation;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.redlock.LockNotAcquiredException;
import dev.redlock.annotation.AutoExtend;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;
import dev.redlock.annotation.WhenLost;
import dev.redlock.aop.LockContext;

/**
 * Guarded methods that return what is observed right now.
 */
public class ObservedWork {

	private final ObservationRegistry registry;

	ObservedWork(ObservationRegistry registry) {
		this.registry = registry;
	}

	/**
	 * For a proxy in another class loader.
	 */
	protected ObservedWork() {
		this(ObservationRegistry.NOOP);
	}

	@DistributedLock(name = "order", key = "#id", waitTime = "0s")
	public String run(String id) {
		return current();
	}

	@DistributedLock(name = "order", key = "#id", waitTime = "10s")
	public String patient(String id) {
		return current();
	}

	@DistributedLock(name = "order", key = "#id", fencing = true)
	public long fenced(String id) {
		return LockContext.currentLease().fencingToken().orElseThrow();
	}

	@DistributedLock(name = "order", key = "#id")
	public String fail(String id) throws IOException {
		throw new IOException(id);
	}

	@DistributedLock(name = "order", key = "#id", ttl = "200ms", autoExtend = AutoExtend.OFF)
	public void lose(String id) {
		LockContext.currentLease().lost().toCompletableFuture().join();
	}

	@DistributedLock(name = "order", key = "#id", whenLost = WhenLost.INTERRUPT)
	public Flux<String> loseFlux(String id, Flux<String> work) {
		return work;
	}

	@DistributedLock(name = "order", key = "#id", waitTime = "0s", whenHeld = WhenHeld.SKIP)
	public String skip(String id) {
		return current();
	}

	@DistributedLock(name = "order", key = "#id", waitTime = "0s", fallbackMethod = "instead")
	public String fallBack(String id) {
		return current();
	}

	String instead(String id, LockNotAcquiredException ex) {
		return "instead: " + current();
	}

	@DistributedLock(name = "order", key = "#id", waitTime = "0s")
	public CompletableFuture<String> stage(String id, CompletableFuture<String> work) {
		String current = current();
		return work.thenApply((result) -> current + result);
	}

	@DistributedLock(name = "order", key = "#id", waitTime = "0s")
	public Mono<String> mono(String id, Mono<String> work) {
		String assembled = current();
		return work.flatMap((result) -> Mono.deferContextual((context) -> Mono.just(
				assembled + ", " + text(context.<Observation>getOrDefault("micrometer.observation", null)) + result)));
	}

	@DistributedLock(name = "order", key = "#id", waitTime = "0s")
	public Flux<String> flux(String id, Flux<String> work) {
		return work;
	}

	private String current() {
		return text(this.registry.getCurrentObservation());
	}

	private static String text(Observation observation) {
		if (observation == null) {
			return "nothing";
		}
		return (observation.getContext() instanceof LockPhaseObservationContext part) ? part.getPhase().name()
				: observation.getContext().getName();
	}

}
