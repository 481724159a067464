package dev.redlock.jedis;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisAccessControlException;

/**
 * Warns once of a node that may evict locks, and of one that does not let us look at it
 * any more. Shared by the lanes of the node; thread-safe.
 */
final class NodeWarnings {

	private static final Logger logger = LoggerFactory.getLogger(JedisNode.class);

	private final String node;

	private final Executor lines;

	private final AtomicBoolean evicting = new AtomicBoolean();

	private final AtomicBoolean secretive = new AtomicBoolean();

	/**
	 * Creates the warnings.
	 * @param node the node
	 * @param lines writes them; the log may block
	 */
	NodeWarnings(String node, Executor lines) {
		this.node = node;
		this.lines = lines;
	}

	void warnOf(ServerInfo server) {
		if (server.evicting() && this.evicting.compareAndSet(false, true)) {
			this.lines.execute(() -> logger
				.warn("{} may evict locks when its memory is full. Set maxmemory-policy to noeviction.", this.node));
		}
	}

	/**
	 * The server does not tell any more whether it is a master.
	 * @param refusal what it said
	 */
	void warnOf(JedisAccessControlException refusal) {
		if (this.secretive.compareAndSet(false, true)) {
			String message = refusal.getMessage();
			this.lines.execute(() -> logger.warn(
					"{} does not tell any more whether it is a master ({}). Without +info, "
							+ "nobody notices that it has become a replica, and the next connection will be refused.",
					this.node, message));
		}
	}

}
