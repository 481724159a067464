package dev.redlock.jedis;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once of a node that may evict locks. Shared by the lanes of the node;
 * thread-safe.
 */
final class EvictionWarning {

	private static final Logger logger = LoggerFactory.getLogger(JedisNode.class);

	private final String node;

	private final Executor lines;

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Creates a warning.
	 * @param node the node
	 * @param lines writes it; the log may block
	 */
	EvictionWarning(String node, Executor lines) {
		this.node = node;
		this.lines = lines;
	}

	void warnOf(ServerInfo server) {
		if (server.evicting() && this.warned.compareAndSet(false, true)) {
			this.lines.execute(() -> logger
				.warn("{} may evict locks when its memory is full. Set maxmemory-policy to noeviction.", this.node));
		}
	}

}
