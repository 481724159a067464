package dev.redlock.jedis;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;

/**
 * Writes one line to the log when a node changes its state, however many lanes it has and
 * however often they try to connect. Thread-safe.
 */
final class StateLog {

	private static final Logger logger = LoggerFactory.getLogger(JedisNode.class);

	private final String node;

	private final Supplier<@Nullable NodeStatus> status;

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable State written;

	/**
	 * Creates a log.
	 * @param node the node
	 * @param status returns its present status, or {@code null} while there is none
	 */
	StateLog(String node, Supplier<@Nullable NodeStatus> status) {
		this.node = node;
		this.status = status;
	}

	/**
	 * Looks at the status, and writes it if the state is not the last one that was
	 * written. The log may block.
	 */
	void update() {
		this.lock.lock();
		try {
			// Asked for under the lock, so that the last line is the present state.
			NodeStatus present = this.status.get();
			if (present != null && present.state() != this.written) {
				this.written = present.state();
				write(present);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void write(NodeStatus present) {
		switch (present.state()) {
			case UP -> logger.info("{} is up", this.node);
			case DOWN -> logger.warn("{} is down and does not vote until it is back: {}", this.node, present.detail());
			case QUARANTINED -> logger.warn("{} is in quarantine: {}", this.node, present.detail());
		}
	}

}
