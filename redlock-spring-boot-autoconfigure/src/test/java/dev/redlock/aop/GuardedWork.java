package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import org.springframework.scheduling.annotation.Async;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.redlock.annotation.AutoExtend;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;
import dev.redlock.annotation.WhenLost;

/**
 * A bean with a guarded method of each kind, all for the same key, whose work a test
 * gives.
 */
class GuardedWork {

	static final String KEY = "work:42";

	@DistributedLock(name = "work", key = "42", waitTime = "30s")
	String call(Supplier<String> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", waitTime = "30s")
	String interruptibleCall(Supplier<String> work) throws InterruptedException {
		return work.get();
	}

	@DistributedLock(name = "work", key = "#id")
	void keyedCall(StringBuilder id, Runnable work) {
		work.run();
	}

	@DistributedLock(name = "work", key = "42", waitTime = "30s")
	CompletableFuture<String> stage(Supplier<CompletableFuture<String>> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", waitTime = "0s")
	CompletableFuture<String> impatientStage(Supplier<CompletableFuture<String>> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", waitTime = "0s", whenHeld = WhenHeld.SKIP)
	CompletableFuture<String> skippedStage(Supplier<CompletableFuture<String>> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", ttl = "300ms", autoExtend = AutoExtend.OFF)
	CompletableFuture<String> shortStage(Supplier<CompletableFuture<String>> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", ttl = "600ms", whenLost = WhenLost.INTERRUPT)
	CompletableFuture<String> interruptedStage(Supplier<CompletableFuture<String>> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", waitTime = "30s")
	Mono<String> mono(Supplier<Mono<String>> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", waitTime = "0s", whenHeld = WhenHeld.SKIP)
	Mono<String> skippedMono(Supplier<Mono<String>> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", waitTime = "30s")
	Flux<String> flux(Supplier<Flux<String>> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", ttl = "300ms", autoExtend = AutoExtend.OFF)
	Mono<String> shortMono(Supplier<Mono<String>> work) {
		return work.get();
	}

	@DistributedLock(name = "work", key = "42", ttl = "600ms", whenLost = WhenLost.INTERRUPT)
	Flux<String> interruptedFlux(Supplier<Flux<String>> work) {
		return work.get();
	}

	@Async
	@DistributedLock(name = "work", key = "42", waitTime = "30s")
	CompletableFuture<String> async(Supplier<CompletableFuture<String>> work) {
		return work.get();
	}

	@Async
	@DistributedLock(name = "work", key = "42", waitTime = "30s")
	Future<String> asyncFuture(Supplier<CompletableFuture<String>> work) {
		return work.get();
	}

	@Async
	@DistributedLock(name = "work", key = "42", waitTime = "30s")
	void asyncVoid(Runnable work) {
		work.run();
	}

	@Async
	@DistributedLock(name = "work", key = "42", waitTime = "0s", whenHeld = WhenHeld.SKIP)
	CompletableFuture<String> skippedAsync(Supplier<CompletableFuture<String>> work) {
		return work.get();
	}

	@Async
	@DistributedLock(name = "work", key = "42", ttl = "600ms", whenLost = WhenLost.INTERRUPT)
	CompletableFuture<String> interruptedAsync(Supplier<CompletableFuture<String>> work) {
		return work.get();
	}

}
