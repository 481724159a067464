package dev.redlock.jedis;

import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
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
	private final Queue<OwedRelease> unanswered = new ConcurrentLinkedQueue<>();

	/** In the order in which they expire, whatever the ttls are. */
	private final ConcurrentNavigableMap<Due, OwedRelease> releases = new ConcurrentSkipListMap<>();

	private final AtomicLong count = new AtomicLong();

	/** Tokens of leases that may be extended until there is another connection. */
	private final Set<String> extending = ConcurrentHashMap.newKeySet();

	/** What was sent and is not answered. */
	private final Set<Call> payments = ConcurrentHashMap.newKeySet();

	private final LeasesToUndo leases = new LeasesToUndo();

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

	private OwedRelease owed(Release release) {
		// First: what fails then leaves a lease that is not extended here.
		this.leases.begin(LeaseKeys.of(release));
		return new OwedRelease(release, this.clock.getAsLong());
	}

	/**
	 * Drops what has expired, or a server that is down for long would be owed ever more.
	 */
	private void dropExpired() {
		for (Due due : this.releases.keySet()) {
			if (!isExpired(due)) {
				return;
			}
			OwedRelease expired = this.releases.remove(due);
			if (expired != null && isExtending(expired)) {
				this.unanswered.add(expired);
			}
			else if (expired != null) {
				this.leases.end(LeaseKeys.of(expired.release()));
			}
		}
	}

	private boolean isExpired(Due due) {
		return due.isOver(this.clock.getAsLong());
	}

	private boolean isExtending(OwedRelease owed) {
		return this.extending.contains(owed.release().token());
	}

	/**
	 * Returns how many releases are kept.
	 */
	int size() {
		return this.unanswered.size() + this.releases.size();
	}

	/**
	 * Owes what follows from a call that will never be answered.
	 */
	void addOrphan(Call call, boolean written) {
		NodeCommand command = call.command();
		if (call.isPayment()) {
			owedAgain(call);
		}
		else if (command instanceof Release release) {
			add(release);
		}
		else if (written && command != null) {
			addUnanswered(command);
		}
	}

	/**
	 * Owes a release that was sent over a connection that has ended. Only once, whoever
	 * says so: a second one might come after a lease has been extended anew.
	 */
	private void owedAgain(Call payment) {
		if (this.payments.remove(payment) && payment.command() instanceof Release release) {
			add(release);
			this.leases.end(LeaseKeys.of(payment));
		}
	}

	/**
	 * Takes note that a release that was owed is answered.
	 */
	void paid(Call payment) {
		if (this.payments.remove(payment)) {
			this.leases.end(LeaseKeys.of(payment));
		}
	}

	/**
	 * Returns whether a release of these keys is owed, or was sent and is not answered,
	 * so that what the server says of them does not count.
	 */
	boolean has(LeaseKeys lease) {
		return this.leases.has(lease);
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
			Call payment = Call.payment(release, now);
			this.payments.add(payment);
			send(payment, link);
			now = this.clock.getAsLong();
		}
		if (!link.isClosed()) {
			// The connection before has ended on the server, too.
			this.extending.clear();
		}
	}

	private void send(Call payment, Link link) {
		try {
			link.send(payment);
		}
		catch (Throwable ex) {
			owedAgain(payment);
			throw ex;
		}
	}

	private @Nullable Release poll(long now) {
		OwedRelease unanswered = this.unanswered.poll();
		if (unanswered != null) {
			return unanswered.at(now);
		}
		Map.Entry<Due, OwedRelease> owed;
		while ((owed = this.releases.pollFirstEntry()) != null) {
			Release release = owed.getValue().at(now);
			if (isExtending(owed.getValue())) {
				return release;
			}
			if (!owed.getKey().isOver(now)) {
				// Not for longer each time that the connection breaks under it.
				return release.owedFor(owed.getKey().millisLeft(now));
			}
			this.leases.end(LeaseKeys.of(release));
		}
		return null;
	}

}
