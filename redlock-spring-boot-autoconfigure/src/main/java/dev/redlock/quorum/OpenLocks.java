package dev.redlock.quorum;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.HeldLease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;

/**
 * The acquires and adoptions under way and the leases held, for the end of the
 * application, and for people who look after it.
 */
final class OpenLocks {

	private static final Logger logger = LoggerFactory.getLogger(OpenLocks.class);

	/** Of so many at most the log tells the resources. */
	private static final int MOST_NAMED = 20;

	private final Set<Acquisition> acquisitions = ConcurrentHashMap.newKeySet();

	private final Set<Adoption> adoptions = ConcurrentHashMap.newKeySet();

	private final Set<Holding> holdings = ConcurrentHashMap.newKeySet();

	/** Releases of leases that were granted while all others were being ended. */
	private final Set<ReleaseRound> late = ConcurrentHashMap.newKeySet();

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

	/**
	 * Adds an adoption under way, if leases may still be adopted.
	 * @return whether they may
	 */
	boolean add(Adoption adoption) {
		this.adoptions.add(adoption);
		return !this.closed;
	}

	void remove(Adoption adoption) {
		this.adoptions.remove(adoption);
	}

	void add(Holding holding) {
		this.holdings.add(holding);
		if (!holding.isHeld()) {
			this.holdings.remove(holding);
		}
		if (this.closed) {
			ReleaseRound release = end(holding, LossReason.CLOSED);
			this.late.add(release);
			release.outcome().whenComplete((outcome, ex) -> this.late.remove(release));
		}
	}

	void remove(Holding holding) {
		this.holdings.remove(holding);
	}

	/**
	 * Ends the acquires, then loses and releases the leases, also those that are being
	 * granted or taken over just then.
	 * @return completes when all acquires have sent their releases, and those of all
	 * leases have been answered, or have timed out
	 */
	CompletableFuture<Void> close() {
		this.closed = true;
		warnOfHeld();
		CompletableFuture<Void> ended = all(Stream.concat(this.acquisitions.stream().map(Acquisition::close),
				this.adoptions.stream().map(Adoption::ended)));
		CompletableFuture<Void> released = all(
				this.holdings.stream().map((holding) -> end(holding, LossReason.CLOSED).ended()));
		return ended.thenCompose((nothing) -> all(this.late.stream().map(ReleaseRound::ended)))
			.thenCombine(released, (one, other) -> other);
	}

	/**
	 * Tells of work that goes on without its locks: nobody may be left who would hear of
	 * it otherwise.
	 */
	private void warnOfHeld() {
		List<Holding> held = this.holdings.stream().filter(Holding::isHeld).toList();
		if (!held.isEmpty()) {
			Log.warn(logger, "The application ends, or pauses, while it holds {} lock(s): {}", held.size(),
					held.stream()
						.flatMap((holding) -> holding.terms().request().resources().stream())
						.limit(MOST_NAMED)
						.toList());
		}
	}

	private static CompletableFuture<Void> all(Stream<? extends CompletableFuture<?>> futures) {
		return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new));
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
			.map((holding) -> end(holding, LossReason.REVOKED).outcome())
			.toList();
	}

	private static ReleaseRound end(Holding holding, LossReason reason) {
		try {
			holding.lose(reason);
		}
		catch (RuntimeException | Error ex) {
			// Such as a lack of memory: the other leases are to be released all the same.
			Log.error(logger, "The end of a lease could not be handled", ex);
		}
		ReleaseRound release = holding.release(LeaseState.RELEASED);
		release.round().leave();
		return release;
	}

}
