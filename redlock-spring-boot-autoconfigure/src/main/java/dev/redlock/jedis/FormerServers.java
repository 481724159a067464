package dev.redlock.jedis;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Which servers an address has led to, and until when: what one of them has granted,
 * another one does not know (S9). Shared by the lanes of a node; thread-safe.
 */
final class FormerServers {

	private final LongSupplier clock;

	private final Duration memory;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Links> linksByRunId = new HashMap<>();

	/**
	 * Creates the memory of a node.
	 * @param clock the clock
	 * @param memory for how long a server is remembered after the last link to it
	 */
	FormerServers(LongSupplier clock, Duration memory) {
		this.clock = clock;
		this.memory = memory;
	}

	/**
	 * A link to a server begins.
	 * @param runId identifies the server process
	 */
	void begin(String runId) {
		this.lock.lock();
		try {
			this.linksByRunId.computeIfAbsent(runId, (id) -> new Links()).count++;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * A link to a server has ended.
	 * @param runId identifies the server process
	 */
	void end(String runId) {
		this.lock.lock();
		try {
			long now = this.clock.getAsLong();
			Links ended = this.linksByRunId.get(runId);
			if (ended != null) {
				ended.count--;
				ended.lastEnd = now;
			}
			this.linksByRunId.values().removeIf((links) -> links.since(now).compareTo(this.memory) > 0);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns for how long the address has led to no other server, or {@code null} if it
	 * never did as far as is remembered.
	 * @param runId identifies the server process
	 */
	@Nullable Duration sinceOther(String runId) {
		this.lock.lock();
		try {
			long now = this.clock.getAsLong();
			return this.linksByRunId.entrySet()
				.stream()
				.filter((links) -> !links.getKey().equals(runId))
				.map((links) -> links.getValue().since(now))
				.min(Duration::compareTo)
				.orElse(null);
		}
		finally {
			this.lock.unlock();
		}
	}

	private static final class Links {

		private int count;

		private long lastEnd;

		Duration since(long now) {
			return (this.count > 0) ? Duration.ZERO : Duration.ofNanos(now - this.lastEnd);
		}

	}

}
