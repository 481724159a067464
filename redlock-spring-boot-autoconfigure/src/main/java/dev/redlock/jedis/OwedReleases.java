package dev.redlock.jedis;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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

	/** Apart, so that what expires does not have to wait behind what never does. */
	private final Queue<Release> unanswered = new ConcurrentLinkedQueue<>();

	private final Queue<Owed> releases = new ConcurrentLinkedQueue<>();

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
			this.releases.add(new Owed(release, this.clock.getAsLong() + release.owedMillis() * 1_000_000));
		}
	}

	/**
	 * Drops what is first and has expired, or a server that is down for long would be
	 * owed ever more.
	 */
	private void dropExpired() {
		Owed first = this.releases.peek();
		while (first != null && isExpired(first)) {
			if (this.releases.remove(first) && isExtending(first)) {
				this.unanswered.add(first.release);
			}
			first = this.releases.peek();
		}
	}

	private boolean isExpired(Owed owed) {
		return this.clock.getAsLong() - owed.deadline >= 0;
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
	 * Owes the release of a command that was written but not answered, if it sets keys. A
	 * server that is paused carries it out whenever it resumes, so this never expires
	 * before it was sent once, and then as the keys do; there are no more of them than
	 * fit into one connection. For an extension nothing is owed, since its lease may go
	 * on, but what is owed anyway does not expire either.
	 */
	void addUnanswered(NodeCommand command) {
		if (command.mayGrant()) {
			this.unanswered.add(new Release(command.keys(), command.token(), ttlMillis(command) + 1, false));
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
		Release release;
		// A link that closes meanwhile gives what it gets back.
		while (!link.isClosed() && (release = poll()) != null) {
			link.send(Call.of(release, this.clock.getAsLong()));
		}
		if (!link.isClosed()) {
			// The connection before has ended on the server, too.
			this.extending.clear();
		}
	}

	private @Nullable Release poll() {
		Release unanswered = this.unanswered.poll();
		if (unanswered != null) {
			return unanswered;
		}
		Owed owed;
		while ((owed = this.releases.poll()) != null) {
			if (!isExpired(owed) || isExtending(owed)) {
				return owed.release;
			}
		}
		return null;
	}

	private record Owed(Release release, long deadline) {
	}

}
