package dev.redlock.jedis;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Which servers an address has led to, and until when: what one of them has granted,
 * another one does not know, nor the same one after it was a replica (S9). Shared by the
 * lanes of a node; thread-safe.
 */
final class FormerServers {

	private final LongSupplier clock;

	private final Duration memory;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Links> linksByRunId = new HashMap<>();

	private final Map<String, Long> replicasByRunId = new HashMap<>();

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
	 * @param server the server
	 * @param link the link
	 */
	void begin(ServerInfo server, Link link) {
		this.lock.lock();
		try {
			Links links = this.linksByRunId.computeIfAbsent(server.runId(), (id) -> new Links(server.replication()));
			links.present.add(link);
			links.durable &= server.durable();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * A link to a server has ended.
	 * @param runId identifies the server process
	 * @param link the link
	 */
	void end(String runId, Link link) {
		this.lock.lock();
		try {
			long now = this.clock.getAsLong();
			Links ended = this.linksByRunId.get(runId);
			if (ended != null) {
				ended.present.remove(link);
				ended.lastEnd = now;
			}
			this.linksByRunId.values().removeIf((links) -> links.since(now).compareTo(this.memory) > 0);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * A server has said whose data it has.
	 * @param runId identifies the server process
	 * @param replication what it said
	 */
	void look(String runId, Replication replication) {
		boolean replica = !replication.master();
		this.lock.lock();
		try {
			Links links = this.linksByRunId.get(runId);
			if (links != null && !replica) {
				replica = replication.wasReplicaSince(links.replication);
				links.replication = replication;
			}
		}
		finally {
			this.lock.unlock();
		}
		if (replica) {
			metReplica(runId);
		}
	}

	/**
	 * A server has turned out to be a replica. Ends all links to it, since those that
	 * have not noticed would vote when it is a master again.
	 * @param runId identifies the server process
	 */
	void metReplica(String runId) {
		List<Link> present = List.of();
		this.lock.lock();
		try {
			long now = this.clock.getAsLong();
			this.replicasByRunId.put(runId, now);
			this.replicasByRunId.values().removeIf((met) -> now - met > this.memory.toNanos());
			Links links = this.linksByRunId.get(runId);
			if (links != null) {
				present = List.copyOf(links.present);
			}
		}
		finally {
			this.lock.unlock();
		}
		present.forEach((link) -> link
			.close(new NodeUnreachableException("it has become a replica, which must not vote", null)));
	}

	/**
	 * Returns how long ago a server was a replica, or {@code null} if it never was as far
	 * as is remembered.
	 * @param runId identifies the server process
	 */
	@Nullable Duration sinceReplica(String runId) {
		this.lock.lock();
		try {
			Long met = this.replicasByRunId.get(runId);
			return (met != null) ? Duration.ofNanos(this.clock.getAsLong() - met) : null;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns for how long the address has led to no other server, or {@code null} if it
	 * never did as far as is remembered. One that wrote every change to disk may be that
	 * very server before its restart, if it does so, too, and is not up for longer than
	 * the other one is gone.
	 * @param server the server
	 */
	@Nullable Duration sinceOther(ServerInfo server) {
		this.lock.lock();
		try {
			long now = this.clock.getAsLong();
			return this.linksByRunId.entrySet()
				.stream()
				.filter((links) -> !links.getKey().equals(server.runId())
						&& !links.getValue().mayHaveRestartedAs(server, now))
				.map((links) -> links.getValue().since(now))
				.min(Duration::compareTo)
				.orElse(null);
		}
		finally {
			this.lock.unlock();
		}
	}

	private static final class Links {

		private final Set<Link> present = new HashSet<>();

		private Replication replication;

		private boolean durable = true;

		private long lastEnd;

		Links(Replication replication) {
			this.replication = replication;
		}

		boolean mayHaveRestartedAs(ServerInfo server, long now) {
			return this.present.isEmpty() && this.durable && server.durable()
					&& server.uptime().compareTo(since(now)) <= 0;
		}

		Duration since(long now) {
			return !this.present.isEmpty() ? Duration.ZERO : Duration.ofNanos(now - this.lastEnd);
		}

	}

}
