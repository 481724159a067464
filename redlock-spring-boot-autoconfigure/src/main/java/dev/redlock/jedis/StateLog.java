package dev.redlock.jedis;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;

/**
 * Writes one line to the log when a node changes its state, however many lanes it has and
 * however often they try to connect, and another one if it stays down for a reason that
 * is not in the log yet. A node that comes and goes all the time does not fill the log.
 * Thread-safe.
 */
final class StateLog {

	/**
	 * The reason changes while a server restarts, of which nobody wants to read.
	 */
	private static final long REASON_NANOS = TimeUnit.SECONDS.toNanos(10);

	private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

	private static final int LINES_IN_WINDOW = 10;

	/**
	 * So many reasons are told apart, whatever a server answers.
	 */
	private static final int MOST_REASONS = 10;

	private static final Logger logger = LoggerFactory.getLogger(JedisNode.class);

	private final String node;

	private final Supplier<@Nullable NodeStatus> status;

	private final Executor lines;

	private final ScheduledExecutorService timer;

	private final LongSupplier clock;

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable NodeStatus last;

	/** Those that were written since the last change of the state. */
	private final Set<String> reasons = new HashSet<>();

	private long lastAt;

	private long windowStart;

	private int inWindow;

	/**
	 * Creates a log.
	 * @param node the node
	 * @param status returns its present status, or {@code null} while there is none
	 * @param lines writes the lines in order; the log may block
	 * @param timer has it look again when it may write more
	 * @param clock the clock
	 */
	StateLog(String node, Supplier<@Nullable NodeStatus> status, Executor lines, ScheduledExecutorService timer,
			LongSupplier clock) {
		this.node = node;
		this.status = status;
		this.lines = lines;
		this.timer = timer;
		this.clock = clock;
	}

	/**
	 * Looks at the status, and has it written if the log has another one.
	 */
	void update() {
		this.lock.lock();
		try {
			// Asked for under the lock, so that the last line is the present state.
			NodeStatus present = this.status.get();
			long now = this.clock.getAsLong();
			if (present != null && isNews(present, now) && hasRoom(now)) {
				boolean still = this.last != null && this.last.state() == present.state();
				if (!still) {
					this.reasons.clear();
				}
				this.reasons.add(present.detail());
				this.last = present;
				this.lastAt = now;
				this.lines.execute(() -> write(present, still));
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean isNews(NodeStatus present, long now) {
		NodeStatus last = this.last;
		if (last == null || present.state() != last.state()) {
			return true;
		}
		return present.state() == State.DOWN && now - this.lastAt >= REASON_NANOS && isNewReason(present.detail());
	}

	private boolean isNewReason(String reason) {
		return this.reasons.size() < MOST_REASONS && !this.reasons.contains(reason);
	}

	private boolean hasRoom(long now) {
		if (this.inWindow == 0 || now - this.windowStart >= WINDOW_NANOS) {
			this.windowStart = now;
			this.inWindow = 0;
		}
		this.inWindow++;
		if (this.inWindow == LINES_IN_WINDOW) {
			this.lines.execute(() -> logger
				.warn("{} comes and goes: nothing more is written about its state for a minute", this.node));
			updateIn(this.windowStart + WINDOW_NANOS - now);
		}
		return this.inWindow < LINES_IN_WINDOW;
	}

	private void updateIn(long nanos) {
		try {
			this.timer.schedule(this::update, nanos, TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The timer has ended before {} was closed", this.node);
		}
	}

	private void write(NodeStatus present, boolean still) {
		switch (present.state()) {
			case UP -> logger.info("{} is up", this.node);
			case DOWN ->
				logger.warn(still ? "{} is still down: {}" : "{} is down and does not vote until it is back: {}",
						this.node, present.detail());
			case QUARANTINED -> logger.warn("{} is in quarantine: {}", this.node, present.detail());
		}
	}

}
