package dev.redlock.readme;

import java.util.concurrent.CompletableFuture;

import reactor.core.publisher.Mono;

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

	private static String fetch(String id) {
		return id;
	}

}
