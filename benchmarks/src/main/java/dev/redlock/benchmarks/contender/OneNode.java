package dev.redlock.benchmarks.contender;

import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * The least that a lock in Redis can cost: two commands on one node.
 */
final class OneNode implements Contender {

	private final JedisNode node;

	OneNode(List<String> uris, int threads) {
		this.node = new JedisNode(uris.get(0), threads);
	}

	@Override
	public @Nullable Hold acquire(String key) {
		String token = UUID.randomUUID().toString();
		return this.node.set(key, token) ? () -> this.node.releaseByHash(key, token) : null;
	}

	@Override
	public void close() {
		this.node.close();
	}

}
