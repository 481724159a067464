package dev.redlock.benchmarks.scenario;

import java.util.List;

import redis.clients.jedis.Protocol;

import dev.redlock.test.LocalRedis;
import dev.redlock.test.TestNode;

/**
 * The servers of a scenario, shared by its contenders.
 *
 * @param nodes the servers
 */
record Servers(List<LocalRedis> nodes) implements AutoCloseable {

	static Servers start(int count) {
		return new Servers(LocalRedis.start(count));
	}

	List<String> uris() {
		return this.nodes.stream().map(TestNode::uri).toList();
	}

	void flush() {
		this.nodes.forEach((node) -> node.run(Protocol.Command.FLUSHALL));
	}

	@Override
	public void close() {
		this.nodes.forEach(LocalRedis::close);
	}

}
