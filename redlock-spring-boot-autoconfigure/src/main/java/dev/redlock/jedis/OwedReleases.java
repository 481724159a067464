package dev.redlock.jedis;

import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Release;

/**
 * The releases that a server has not received, to be sent before anything else once it
 * can be reached (S4).
 */
final class OwedReleases {

	private final LongSupplier clock;

	/** What never expires before it was sent once. */
	private final Queue<Owed> unanswered = new ConcurrentLinkedQueue<>();

	/** In the order in which they expire, whatever the ttls are. */
	private final ConcurrentNavigableMap<Due, Owed> releases = new ConcurrentSkipListMap<>();

	private final AtomicLong count = new AtomicLong();

	/** Tokens of leases that may be extended until there is another connection. */
	private final Set<String> extending = ConcurrentHashMap.newKeySet();

	OwedReleases(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * Owes a release until the keys have expired; until it was sent once, if an extension
	 * may prolong them meanwhile.
	 */
	void add(Release release) {
		dropExpired();
		if (release.owedMillis() > 0) {
			long deadline = this.clock.getAsLong() + release.owedMillis() * 1_000_000;
			this.releases.put(new Due(deadline, this.count.getAndIncrement()), owed(release));
		}
	}

	/**
	 * Owes a release that was not sent. To a server that is late it is owed until it was
	 * sent once: the server may carry out what it was sent before at any time until then,
	 * and the keys live from there on. A connection does not stay late for long, so that
	 * these are few.
	 * @param release the release
	 * @param late the connection that is late, or {@code null} if there is none
	 */
	void addUnsent(Release release, @Nullable Link late) {
		if (late == null) {
			add(release);
		}
		else if (release.owedMillis() > 0) {
			this.unanswered.add(owed(release));
		}
	}

	private Owed owed(Release release) {
		return new Owed(release, this.clock.getAsLong());
	}

	/**
	 * Drops what has expired, or a server that is down for long would be owed ever more.
	 */
	private void dropExpired() {
		for (Due due : this.releases.keySet()) {
			if (!isExpired(due)) {
				return;
			}
			Owed expired = this.releases.remove(due);
			if (expired != null && isExtending(expired)) {
				this.unanswered.add(expired);
			}
		}
	}

	private boolean isExpired(Due due) {
		return due.isOver(this.clock.getAsLong());
	}

	private boolean isExtending(Owed owed) {
		return this.extending.contains(owed.release.token());
	}

	/**
	 * Returns how many releases are kept.
	 */
	int size() {
		return this.unanswered.size() + this.releases.size();
	}

	/**
	 * Owes what follows from a command that will never be answered.
	 */
	void addOrphan(@Nullable NodeCommand command, boolean written) {
		if (command instanceof Release release) {
			add(release);
		}
		else if (written && command != null) {
			addUnanswered(command);
		}
	}

	/**
	 * Owes the release of a command that was written but not answered, if it sets keys. A
	 * server that is paused carries it out whenever it resumes, so this never expires
	 * before it was sent once, and then as the keys do; there are no more of them than
	 * fit into one connection. For an extension nothing is owed, since its lease may go
	 * on, but what is owed anyway does not expire either.
	 */
	void addUnanswered(NodeCommand command) {
		if (command.mayGrant()) {
			this.unanswered.add(owed(new Release(command.keys(), command.token(), ttlMillis(command) + 1, false)));
		}
		else if (command instanceof Extend) {
			this.extending.add(command.token());
		}
	}

	private static long ttlMillis(NodeCommand command) {
		if (command instanceof Acquire acquire) {
			return acquire.ttlMillis();
		}
		if (command instanceof AcquireFenced acquire) {
			return acquire.ttlMillis();
		}
		return (command instanceof Heal heal) ? heal.ttlMillis() : 0;
	}

	boolean isEmpty() {
		return this.unanswered.isEmpty() && this.releases.isEmpty();
	}

	/**
	 * Sends all that is still owed.
	 */
	void payTo(Link link) {
		long now = this.clock.getAsLong();
		Release release;
		// A link that closes meanwhile gives what it gets back.
		while (!link.isClosed() && (release = poll(now)) != null) {
			link.send(Call.of(release, now));
			now = this.clock.getAsLong();
		}
		if (!link.isClosed()) {
			// The connection before has ended on the server, too.
			this.extending.clear();
		}
	}

	private @Nullable Release poll(long now) {
		Owed unanswered = this.unanswered.poll();
		if (unanswered != null) {
			return unanswered.at(now);
		}
		Map.Entry<Due, Owed> owed;
		while ((owed = this.releases.pollFirstEntry()) != null) {
			Release release = owed.getValue().at(now);
			if (isExtending(owed.getValue())) {
				return release;
			}
			if (!owed.getKey().isOver(now)) {
				// Not for longer each time that the connection breaks under it.
				return release.owedFor(owed.getKey().millisLeft(now));
			}
		}
		return null;
	}

	/**
	 * A release that is owed.
	 *
	 * @param release the release
	 * @param since since when it is owed
	 */
	private record Owed(Release release, long since) {

		/**
		 * Returns what is to be sent now.
		 */
		Release at(long now) {
			return this.release.delayed(TimeUnit.NANOSECONDS.toMillis(now - this.since));
		}

	}

	/**
	 * When a release expires.
	 *
	 * @param deadline the time
	 * @param number tells apart those that expire together
	 */
	private record Due(long deadline, long number) implements Comparable<Due> {

		boolean isOver(long now) {
			return now - this.deadline >= 0;
		}

		long millisLeft(long now) {
			return TimeUnit.NANOSECONDS.toMillis(this.deadline - now + 999_999);
		}

		@Override
		public int compareTo(Due other) {
			// A difference, since the clock may overflow.
			int order = Long.signum(this.deadline - other.deadline);
			return (order != 0) ? order : Long.compare(this.number, other.number);
		}

	}

}
