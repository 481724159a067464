package dev.redlock.benchmarks.contender;

import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Redlock as blog posts write it: a pool per node, one node after the other.
 */
final class SequentialRedlock implements Contender {

	private final List<JedisNode> nodes;

	SequentialRedlock(List<String> uris, int threads) {
		this.nodes = uris.stream().map((uri) -> new JedisNode(uri, threads)).toList();
	}

	@Override
	public @Nullable Hold acquire(String key) {
		String token = UUID.randomUUID().toString();
		long start = System.nanoTime();
		int granted = 0;
		for (JedisNode node : this.nodes) {
			granted += node.trySet(key, token) ? 1 : 0;
		}
		if (Verdict.isAcquired(granted, this.nodes.size(), start)) {
			return () -> release(key, token);
		}
		release(key, token);
		return null;
	}

	private void release(String key, String token) {
		this.nodes.forEach((node) -> node.tryRelease(key, token));
	}

	@Override
	public void close() {
		this.nodes.forEach(JedisNode::close);
	}

}
