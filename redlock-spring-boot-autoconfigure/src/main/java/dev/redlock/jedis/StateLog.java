package dev.redlock.jedis;

import java.util.concurrent.Executor;
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

	private final Executor lines;

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable State last;

	/**
	 * Creates a log.
	 * @param node the node
	 * @param status returns its present status, or {@code null} while there is none
	 * @param lines writes the lines in order; the log may block
	 */
	StateLog(String node, Supplier<@Nullable NodeStatus> status, Executor lines) {
		this.node = node;
		this.status = status;
		this.lines = lines;
	}

	/**
	 * Looks at the status, and has it written if the state is not that of the last line.
	 */
	void update() {
		this.lock.lock();
		try {
			// Asked for under the lock, so that the last line is the present state.
			NodeStatus present = this.status.get();
			if (present != null && present.state() != this.last) {
				this.last = present.state();
				this.lines.execute(() -> write(present));
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
