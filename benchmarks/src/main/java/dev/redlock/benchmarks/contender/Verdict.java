package dev.redlock.benchmarks.contender;

/**
 * What everybody's Redlock counts in the end.
 */
final class Verdict {

	private Verdict() {
	}

	static boolean isAcquired(int granted, int nodes, long start) {
		long ttl = Contender.TTL.toNanos();
		long drift = ttl / 100 + 2_000_000;
		return granted >= quorum(nodes) && ttl - (System.nanoTime() - start) - drift > 0;
	}

	static int quorum(int nodes) {
		return nodes / 2 + 1;
	}

}
