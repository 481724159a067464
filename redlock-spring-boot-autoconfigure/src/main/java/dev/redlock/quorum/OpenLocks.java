package dev.redlock.quorum;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import dev.redlock.HeldLease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;

/**
 * The acquires under way and the leases held, for the end of the application, and for
 * people who look after it.
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
		endIfClosed(acquisition);
	}

	/**
	 * Ends an acquire that would go on though the others are being ended.
	 */
	void endIfClosed(Acquisition acquisition) {
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
			end(holding, LossReason.CLOSED);
		}
	}

	void remove(Holding holding) {
		this.holdings.remove(holding);
	}

	/**
	 * Ends the acquires, then loses and releases the leases.
	 * @return completes when all releases have been answered, or have timed out
	 */
	CompletableFuture<Void> close() {
		this.closed = true;
		this.acquisitions.forEach(Acquisition::close);
		return CompletableFuture.allOf(this.holdings.stream()
			.map((holding) -> end(holding, LossReason.CLOSED))
			.toArray(CompletableFuture<?>[]::new));
	}

	/**
	 * Returns what people may know of the leases held, the oldest first.
	 */
	List<HeldLease> heldLeases() {
		return this.holdings.stream()
			.filter(Holding::isValid)
			.map(OpenLocks::describe)
			.sorted(Comparator.comparing(HeldLease::held).reversed())
			.toList();
	}

	private static HeldLease describe(Holding holding) {
		LockRequest request = holding.terms().request();
		return new HeldLease(request.resources(), request.name(), holding.tenure().held(),
				Duration.ofNanos(Math.max(0, holding.remainingNanos())), holding.extensions().count(),
				holding.fencingToken());
	}

	/**
	 * Loses and releases the leases on a resource.
	 * @return completes with what came of each release
	 */
	List<CompletableFuture<ReleaseOutcome>> revoke(String resource) {
		return this.holdings.stream()
			.filter((holding) -> holding.isHeld() && holding.terms().request().resources().contains(resource))
			.map((holding) -> end(holding, LossReason.REVOKED))
			.toList();
	}

	private static CompletableFuture<ReleaseOutcome> end(Holding holding, LossReason reason) {
		holding.lose(reason);
		return holding.release().outcome();
	}

}
