package dev.redlock.transaction;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;

/**
 * A lease that no node knows of, and that a test can lose.
 */
final class SpyLease implements Lease {

	private final LockRequest request;

	private final Events events;

	private final CompletableFuture<LossReason> lost = new CompletableFuture<>();

	private volatile boolean released;

	SpyLease(LockRequest request, Events events) {
		this.request = request;
		this.events = events;
	}

	void lose() {
		this.lost.complete(LossReason.TAKEN);
	}

	@Override
	public Set<String> resources() {
		return this.request.resources();
	}

	@Override
	public String token() {
		return "0".repeat(40);
	}

	@Override
	public Duration remainingValidity() {
		return isValid() ? Duration.ofSeconds(1) : Duration.ZERO;
	}

	@Override
	public boolean isValid() {
		return !this.released && !this.lost.isDone();
	}

	@Override
	public OptionalLong fencingToken() {
		return this.request.fencing() ? OptionalLong.of(1) : OptionalLong.empty();
	}

	@Override
	public int extensions() {
		return 0;
	}

	@Override
	public boolean extend(Duration ttl) {
		return isValid();
	}

	@Override
	public ReleaseOutcome release() {
		if (!this.released) {
			this.released = true;
			this.events.add("release " + String.join(" ", resources()));
		}
		return ReleaseOutcome.RELEASED;
	}

	@Override
	public CompletionStage<ReleaseOutcome> releaseAsync() {
		return CompletableFuture.completedStage(release());
	}

	@Override
	public CompletionStage<LossReason> lost() {
		return this.lost;
	}

	@Override
	public LossPolicy whenLost() {
		return this.request.whenLost();
	}

	@Override
	public void close() {
		release();
	}

}
