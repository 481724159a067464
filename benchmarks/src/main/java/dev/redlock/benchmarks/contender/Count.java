package dev.redlock.benchmarks.contender;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Completes with the number of grants as soon as a quorum of nodes granted, or cannot
 * grant any more.
 */
final class Count extends CompletableFuture<Integer> {

	private final int nodes;

	private final AtomicInteger granted = new AtomicInteger();

	private final AtomicInteger refused = new AtomicInteger();

	Count(int nodes) {
		this.nodes = nodes;
	}

	void add(boolean grant) {
		int quorum = Verdict.quorum(this.nodes);
		if (grant) {
			if (this.granted.incrementAndGet() == quorum) {
				complete(quorum);
			}
		}
		else if (this.refused.incrementAndGet() > this.nodes - quorum) {
			complete(this.granted.get());
		}
	}

}
