package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

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
			try {
				lease.releaseAsync();
			}
			finally {
				this.future.completeExceptionally(ex);
			}
			return;
		}
		this.future.complete(lease);
	}

	void refused(Refusal refusal) {
		endWith((waited) -> {
			tell(refusal.unavailable() ? AcquireOutcome.UNAVAILABLE : AcquireOutcome.HELD, waited);
			return refusal.asException(this.terms.request().resources(), waited);
		});
	}

	void cancelled() {
		endWith((waited) -> {
			tell(AcquireOutcome.INTERRUPTED, waited);
			return new CancellationException("The acquire was cancelled");
		});
	}

	void closed() {
		endWith((waited) -> {
			tell(AcquireOutcome.INTERRUPTED, waited);
			return new RedlockClosedException(this.terms.request().resources());
		});
	}

	void failed(Throwable failure) {
		endWith((waited) -> {
			tell(AcquireOutcome.UNAVAILABLE, waited);
			return failure;
		});
	}

	/**
	 * Ends exceptionally in any case, since somebody waits for it.
	 */
	private void endWith(Function<Duration, Throwable> failure) {
		try {
			this.future.completeExceptionally(failure.apply(waited()));
		}
		catch (RuntimeException | Error ex) {
			this.future.completeExceptionally(ex);
		}
	}

	private void tell(AcquireOutcome outcome, Duration waited) {
		this.engine.listeners().onAcquire(new AcquireEvent(this.terms.request(), outcome, waited));
	}

	private Duration waited() {
		return Duration.ofNanos(this.waitTime.waitedNanos());
	}

}
