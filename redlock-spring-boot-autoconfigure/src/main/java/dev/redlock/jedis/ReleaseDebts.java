package dev.redlock.jedis;

import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReplyReceiver;

/**
 * The releases that a lane still has to bring its server, and when it does so (S4).
 */
final class ReleaseDebts {

	private final OwedReleases owed;

	private final RefusedReleases refused = new RefusedReleases();

	private final Supplier<@Nullable Link> link;

	private final LongSupplier clock;

	private final Runnable onSent;

	private final Predicate<LeaseKeys> toUndo;

	/**
	 * Creates the debts of a lane, which has none yet.
	 * @param link gives the present connection
	 * @param clock the clock
	 * @param onSent run when something was sent
	 */
	ReleaseDebts(Supplier<@Nullable Link> link, LongSupplier clock, Runnable onSent) {
		this.link = link;
		this.clock = clock;
		this.onSent = onSent;
		this.owed = new OwedReleases(clock);
		this.toUndo = (lease) -> this.owed.has(lease) || this.refused.has(lease);
	}

	/**
	 * Takes a release that can't be sent now.
	 * @param release the release
	 * @param late the connection, if it is there but late
	 */
	void add(Release release, @Nullable Link late) {
		this.owed.addUnsent(release, late);
		pay();
	}

	/**
	 * Takes what follows from a call that will never be answered.
	 */
	void addOrphan(Call call, boolean written) {
		this.owed.addOrphan(call, written);
	}

	/**
	 * Takes note that the server has answered what it was owed.
	 */
	void paid(Call payment) {
		this.owed.paid(payment);
	}

	/**
	 * Takes a release that the server has refused but may do later.
	 */
	void addRefused(Call release) {
		this.refused.add(release);
	}

	/**
	 * Sends what is owed, if the server is there.
	 */
	void pay() {
		Link link = present();
		if (link != null && !this.owed.isEmpty()) {
			payTo(link);
		}
	}

	/**
	 * Sends what is owed.
	 */
	void payTo(Link link) {
		this.owed.payTo(link);
		this.onSent.run();
	}

	/**
	 * Sends once more what the server has refused, if it is there.
	 */
	void retry() {
		Link link = present();
		if (link != null) {
			this.refused.retry(this.clock.getAsLong(), link::send);
			this.onSent.run();
		}
	}

	private @Nullable Link present() {
		Link link = this.link.get();
		return (link != null && !link.isLate()) ? link : null;
	}

	/**
	 * Returns who gets the reply to a command: one that a release will undo must not
	 * count.
	 */
	NodeReplyReceiver guard(NodeCommand command, NodeReplyReceiver receiver) {
		return (command instanceof Extend) ? new ExtendGuard(LeaseKeys.of(command), this.toUndo, receiver) : receiver;
	}

}
