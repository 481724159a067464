package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

import dev.redlock.LockNotAcquiredException;
import dev.redlock.RedlockClosedException;
import dev.redlock.RedlockListener.AcquireEvent;
import dev.redlock.RedlockListener.AcquireOutcome;

/**
 * What an acquire comes to: listeners hear of it before the caller does.
 */
final class AcquireResult {

	private final Engine engine;

	private final Terms terms;

	private final WaitTime waitTime;

	private final CompletableFuture<QuorumLease> future = new CompletableFuture<>();

	AcquireResult(Engine engine, Terms terms, WaitTime waitTime) {
		this.engine = engine;
		this.terms = terms;
		this.waitTime = waitTime;
	}

	/**
	 * Completes with the lease or a {@link LockNotAcquiredException}, possibly on a
	 * thread that serves a node.
	 */
	CompletableFuture<QuorumLease> future() {
		return this.future;
	}

	void granted(QuorumLease lease) {
		if (lease.isClosed()) {
			closed();
			return;
		}
		try {
			tell(AcquireOutcome.ACQUIRED, waited());
		}
		catch (RuntimeException | Error ex) {
			// Such as a lack of memory: nobody gets the lease.
			lease.releaseAsync();
			this.future.completeExceptionally(ex);
			return;
		}
		this.future.complete(lease);
	}

	void refused(Refusal refusal) {
		Duration waited = waited();
		tell(refusal.unavailable() ? AcquireOutcome.UNAVAILABLE : AcquireOutcome.HELD, waited);
		this.future.completeExceptionally(refusal.asException(this.terms.request().resources(), waited));
	}

	void cancelled() {
		tell(AcquireOutcome.INTERRUPTED, waited());
		this.future.completeExceptionally(new CancellationException("The acquire was cancelled"));
	}

	void closed() {
		tell(AcquireOutcome.INTERRUPTED, waited());
		this.future.completeExceptionally(new RedlockClosedException(this.terms.request().resources()));
	}

	void failed(Throwable failure) {
		try {
			tell(AcquireOutcome.UNAVAILABLE, waited());
		}
		finally {
			this.future.completeExceptionally(failure);
		}
	}

	private void tell(AcquireOutcome outcome, Duration waited) {
		this.engine.listeners().onAcquire(new AcquireEvent(this.terms.request(), outcome, waited));
	}

	private Duration waited() {
		return Duration.ofNanos(this.waitTime.waitedNanos());
	}

}
