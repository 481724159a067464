package dev.redlock.quorum;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;

/**
 * The acquires under way and the leases held, for the end of the application.
 */
final class OpenLocks {

	private final Set<Acquisition> acquisitions = ConcurrentHashMap.newKeySet();

	private final Set<Holding> holdings = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	boolean isClosed() {
		return this.closed;
	}

	void reopen() {
		this.closed = false;
	}

	void add(Acquisition acquisition) {
		this.acquisitions.add(acquisition);
		if (this.closed) {
			acquisition.close();
		}
	}

	void remove(Acquisition acquisition) {
		this.acquisitions.remove(acquisition);
	}

	void add(Holding holding) {
		this.holdings.add(holding);
		if (!holding.isHeld()) {
			this.holdings.remove(holding);
		}
		if (this.closed) {
			end(holding);
		}
	}

	void remove(Holding holding) {
		this.holdings.remove(holding);
	}

	Set<Holding> holdings() {
		return this.holdings;
	}

	/**
	 * Ends the acquires, then loses and releases the leases.
	 * @return completes when all releases have been answered, or have timed out
	 */
	CompletableFuture<Void> close() {
		this.closed = true;
		this.acquisitions.forEach(Acquisition::close);
		return CompletableFuture.allOf(this.holdings.stream().map(OpenLocks::end).toArray(CompletableFuture<?>[]::new));
	}

	private static CompletableFuture<ReleaseOutcome> end(Holding holding) {
		holding.lose(LossReason.CLOSED);
		return holding.release();
	}

}
