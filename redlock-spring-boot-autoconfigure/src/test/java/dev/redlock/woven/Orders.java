package dev.redlock.woven;

import java.util.concurrent.CompletableFuture;

import reactor.core.publisher.Mono;

import dev.redlock.Lease;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.LockContext;

/**
 * A bean that calls itself.
 */
class Orders {

	static String held() {
		return LockContext.findLease().map(Lease::resources).map(String::valueOf).orElse("none");
	}

	@DistributedLock(name = "order", key = "#id", waitTime = "0s", fallbackMethod = "instead")
	String lock(String id) {
		return held();
	}

	@DistributedLock(name = "order", key = "#id")
	CompletableFuture<String> lockStage(String id) {
		return CompletableFuture.completedFuture(held());
	}

	@DistributedLock(name = "order", key = "#id")
	Mono<String> lockMono(String id) {
		return Mono.just(held());
	}

	String lockByThis(String id) {
		return this.lock(id);
	}

	private String instead(String id) {
		return "instead of " + id + ": " + held();
	}

	@Override
	public String toString() {
		return "Orders";
	}

}
