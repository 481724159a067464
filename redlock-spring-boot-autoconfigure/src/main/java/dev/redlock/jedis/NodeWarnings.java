package dev.redlock.jedis;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Warns of a node that is up and not what it seems: once of each, or again after a while
 * if that may come and go. Shared by the lanes of the node; thread-safe.
 */
final class NodeWarnings {

	private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

	private static final Logger logger = LoggerFactory.getLogger(JedisNode.class);

	private final String node;

	private final Executor lines;

	private final LongSupplier clock;

	private final AtomicBoolean evicting = new AtomicBoolean();

	private final AtomicBoolean secretive = new AtomicBoolean();

	private final AtomicReference<@Nullable Long> refusing = new AtomicReference<>();

	private final AtomicReference<@Nullable Long> mute = new AtomicReference<>();

	/**
	 * Creates the warnings.
	 * @param node the node
	 * @param lines writes them; the log may block
	 * @param clock the clock
	 */
	NodeWarnings(String node, Executor lines, LongSupplier clock) {
		this.node = node;
		this.lines = lines;
		this.clock = clock;
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

	/**
	 * The server is up and does not grant, extend or release locks, so that the quorum
	 * has one node less than it seems.
	 * @param refusal what it said
	 */
	void refusesLocks(JedisDataException refusal) {
		if (isDue(this.refusing)) {
			String message = Redaction.withoutArguments(String.valueOf(refusal.getMessage()));
			this.lines.execute(() -> logger
				.warn("{} is up, but refuses locks, so that it does not count for a quorum: {}", this.node, message));
		}
	}

	/**
	 * The server can't be listened to.
	 * @param reason why
	 */
	void tellsNoReleases(@Nullable String reason) {
		if (isDue(this.mute)) {
			this.lines.execute(() -> logger.warn(
					"{} is up, but does not tell of releases, so that who waits for a lock only polls: {}", this.node,
					reason));
		}
	}

	private boolean isDue(AtomicReference<@Nullable Long> last) {
		Long before = last.get();
		long now = this.clock.getAsLong();
		return (before == null || now - before >= PAUSE_NANOS) && last.compareAndSet(before, now);
	}

}
