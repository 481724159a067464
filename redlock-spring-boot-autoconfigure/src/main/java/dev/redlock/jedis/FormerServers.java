package dev.redlock.jedis;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Which servers an address has led to, and until when: what one of them has granted,
 * another one does not know, nor the same one after it was a replica, not even after a
 * restart (S9). Shared by the lanes of a node; thread-safe.
 */
final class FormerServers {

	private final LongSupplier clock;

	private final Duration memory;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Links> linksByRunId = new HashMap<>();

	private volatile @Nullable String latest;

	/** When a server last lacked locks that its address had granted. */
	private final Map<String, Long> lacksByRunId = new HashMap<>();

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
	 * A link to a server begins, unless there are links to another one: a node has one
	 * vote, and what is granted there meanwhile would be unknown here. Those are ended.
	 * @param server the server
	 * @param opening makes the link, knowing how long ago locks may last have been
	 * granted under the address that the server does not know ({@code null} if there are
	 * none as far as is remembered)
	 * @return the link
	 * @throws NodeUnreachableException if other links must end first
	 */
	Link begin(ServerInfo server, Function<@Nullable Duration, Link> opening) {
		List<Link> others;
		this.lock.lock();
		try {
			others = linksToOthers(server.runId());
			if (others.isEmpty()) {
				Link link = opening.apply(sinceUnknownLocks(server));
				add(server, link);
				return link;
			}
		}
		finally {
			this.lock.unlock();
		}
		others.forEach(FormerServers::end);
		throw new NodeUnreachableException(
				"its address leads to two servers at once: connections to the former one are ended first", null);
	}

	/**
	 * Ends the links to all servers but one, to which the address leads by now although
	 * it votes for another node: that may wait for one of these.
	 * @param runId identifies the server process
	 */
	void endOthers(String runId) {
		List<Link> others;
		this.lock.lock();
		try {
			others = linksToOthers(runId);
		}
		finally {
			this.lock.unlock();
		}
		others.forEach(FormerServers::end);
	}

	private static void end(Link link) {
		link.close(new NodeUnreachableException("its address leads to another server by now", null));
	}

	/**
	 * Returns the server that the latest link leads to, or {@code null} if there was
	 * none.
	 */
	@Nullable String latest() {
		return this.latest;
	}

	private List<Link> linksToOthers(String runId) {
		return this.linksByRunId.entrySet()
			.stream()
			.filter((links) -> !links.getKey().equals(runId))
			.flatMap((links) -> links.getValue().present.stream())
			.toList();
	}

	private void add(ServerInfo server, Link link) {
		Links links = this.linksByRunId.computeIfAbsent(server.runId(), (id) -> new Links(server.replication()));
		links.present.add(link);
		links.durable &= server.durable();
		this.latest = server.runId();
		sinceOthers(server).min(Duration::compareTo).ifPresent((since) -> lacks(server.runId(), since));
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
			forget(now);
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
			lacks(runId, Duration.ZERO);
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

	private void lacks(String runId, Duration since) {
		long now = this.clock.getAsLong();
		this.lacksByRunId.merge(runId, now - since.toNanos(), (one, other) -> (one - other > 0) ? one : other);
		forget(now);
	}

	private void forget(long now) {
		this.linksByRunId.values().removeIf((links) -> links.since(now).compareTo(this.memory) > 0);
		this.lacksByRunId.values().removeIf((lacked) -> now - lacked > this.memory.toNanos());
	}

	private @Nullable Duration sinceUnknownLocks(ServerInfo server) {
		return Stream.concat(sinceOthers(server), sinceLacking(server)).min(Duration::compareTo).orElse(null);
	}

	/**
	 * Returns for how long the address has not led to each other server. One that wrote
	 * every change to disk may be this very server before its restart, if it does so,
	 * too, and is not up for longer than the other one is gone.
	 */
	private Stream<Duration> sinceOthers(ServerInfo server) {
		long now = this.clock.getAsLong();
		return this.linksByRunId.entrySet()
			.stream()
			.filter((links) -> !links.getKey().equals(server.runId())
					&& !links.getValue().mayHaveRestartedAs(server, now))
			.map((links) -> links.getValue().since(now));
	}

	/**
	 * Returns how long ago the server was a replica, or took the place of another one. It
	 * may have done so before it was restarted, which brings back from disk only what it
	 * had then.
	 */
	private Stream<Duration> sinceLacking(ServerInfo server) {
		long now = this.clock.getAsLong();
		return this.lacksByRunId.entrySet()
			.stream()
			.filter((lacking) -> lacking.getKey().equals(server.runId())
					|| server.uptime().toNanos() <= now - lacking.getValue())
			.map((lacking) -> Duration.ofNanos(now - lacking.getValue()));
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
			return this.present.isEmpty() && this.durable && server.remembersItsLocks()
					&& server.uptime().compareTo(since(now)) <= 0;
		}

		Duration since(long now) {
			return !this.present.isEmpty() ? Duration.ZERO : Duration.ofNanos(now - this.lastEnd);
		}

	}

}
