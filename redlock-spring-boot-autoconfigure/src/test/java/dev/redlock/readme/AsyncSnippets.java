package dev.redlock.readme;

import java.util.concurrent.CompletableFuture;

import reactor.core.publisher.Mono;

import dev.redlock.Lease;
import dev.redlock.annotation.DistributedLock;

/**
 * The snippets of the documentation with methods that have not done their work when they
 * return.
 */
class AsyncSnippets {

	// tag::async[]
	@DistributedLock(name = "quote", key = "#id")
	CompletableFuture<String> quote(String id) {
		return CompletableFuture.supplyAsync(() -> fetch(id)); // locked until the future
																// completes
	}

	@DistributedLock(name = "quote", key = "#id")
	Mono<String> quoteReactively(String id) {
		return Mono.fromCallable(() -> fetch(id)); // locked by each subscription until it
													// ends
	}
	// end::async[]

	// tag::reactorContext[]
	@DistributedLock(name = "payout", key = "#id", fencing = true)
	Mono<Void> payOut(String id) {
		return Mono.deferContextual((context) -> pay(id, context.get(Lease.class).fencingToken().orElseThrow()));
	}
	// end::reactorContext[]

	private static String fetch(String id) {
		return id;
	}

	private static Mono<Void> pay(String id, long fence) {
		return Mono.fromRunnable(() -> fetch(id + fence));
	}

}
