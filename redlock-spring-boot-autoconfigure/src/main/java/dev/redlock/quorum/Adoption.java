package dev.redlock.quorum;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.redlock.LeaseLostException;
import dev.redlock.LossReason;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.RedlockClosedException;
import dev.redlock.RedlockException;
import dev.redlock.RedlockListener.Operation;
import dev.redlock.node.NodeCommand.Extend;

/**
 * Takes over a lease that was acquired elsewhere, if a quorum still has it.
 */
final class Adoption implements RoundListener {

	private static final long ALL_NODES = -1;

	private final Engine engine;

	private final Terms terms;

	private final String token;

	private final CompletableFuture<QuorumLease> result = new CompletableFuture<>();

	/** Who makes the lease of what a quorum has. */
	private volatile @Nullable Thread granting;

	Adoption(Engine engine, Terms terms, String token) {
		this.engine = engine;
		this.terms = terms;
		this.token = token;
	}

	CompletableFuture<QuorumLease> start() {
		this.result.whenComplete((lease, ex) -> this.engine.open().remove(this));
		try {
			if (!this.engine.open().add(this)) {
				throw new RedlockClosedException(this.terms.request().resources());
			}
			send();
		}
		catch (RuntimeException | Error ex) {
			// The end of the application waits for it.
			this.result.completeExceptionally(ex);
		}
		return this.result;
	}

	private void send() {
		Extend command = new Extend(this.terms.keys(), this.token, this.terms.ttlNanos() / 1_000_000);
		new Round(this.engine.nodes(), this.engine.clock(), this).sendAndLeave((index) -> command);
	}

	/**
	 * Returns a future that completes when the lease is known, or that there is none.
	 */
	CompletableFuture<?> ended() {
		// A listener that closes everything while it hears of the lease can't wait for
		// it.
		return (this.granting != Thread.currentThread()) ? this.result.exceptionally((ex) -> null)
				: CompletableFuture.completedFuture(null);
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		this.granting = Thread.currentThread();
		try {
			decide(round, reached);
		}
		catch (RuntimeException | Error ex) {
			// Somebody waits for it.
			this.result.completeExceptionally(ex);
		}
		finally {
			this.granting = null;
		}
	}

	private void decide(Round round, boolean reached) {
		Validity validity = Validity.of(round.startedAt(), this.terms.ttlNanos(), this.engine.settings());
		boolean inTime = validity.remaining(this.engine.clock().nanos()) > 0;
		this.engine.decided(Operation.EXTEND, round, reached, inTime);
		if (reached && inTime) {
			Turn none = new Turn(this.engine.queues(), this.terms.keys(), null);
			Grant grant = new Grant(this.token, validity, ALL_NODES, 0);
			QuorumLease lease = QuorumLease.start(this.engine, this.terms, grant, none);
			// Its keys last as long as who acquired it wanted, which nobody has told us.
			lease.holding().footprint().lastFor(Terms.nanos(this.engine.settings().maxTtl()));
			if (lease.isClosed()) {
				// Its release was sent before that was known.
				lease.holding().footprint().forget(0);
				this.result.completeExceptionally(new RedlockClosedException(this.terms.request().resources()));
			}
			this.result.complete(lease);
		}
	}

	@Override
	public void onComplete(Round round) {
		if (this.result.isDone()) {
			return;
		}
		try {
			this.result.completeExceptionally(refusal(round));
		}
		catch (RuntimeException | Error ex) {
			this.result.completeExceptionally(ex);
		}
	}

	private RedlockException refusal(Round round) {
		Set<String> resources = this.terms.request().resources();
		if (round.answers().notOurs() >= round.quorum().size()) {
			return new LeaseLostException(resources, LossReason.TAKEN);
		}
		return new QuorumUnavailableException(resources, Duration.ofNanos(round.elapsedNanos()), round.votes());
	}

}
