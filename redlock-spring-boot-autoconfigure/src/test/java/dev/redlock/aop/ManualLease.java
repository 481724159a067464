package dev.redlock.aop;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.redlock.Lease;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;

/**
 * A lease whose loss and release a test decides.
 */
final class ManualLease implements Lease {

	private final Set<String> resources;

	private final CompletableFuture<LossReason> lost = new CompletableFuture<>();

	private final CompletableFuture<ReleaseOutcome> released = new CompletableFuture<>();

	private volatile int releases;

	ManualLease(Set<String> resources) {
		this.resources = resources;
	}

	void lose() {
		this.lost.complete(LossReason.TAKEN);
	}

	/**
	 * Returns how many wait for the loss.
	 */
	int awaitingLoss() {
		return this.lost.getNumberOfDependents();
	}

	boolean isReleaseSent() {
		return this.releases > 0;
	}

	void confirmRelease() {
		this.released.complete(ReleaseOutcome.RELEASED);
	}

	@Override
	public Set<String> resources() {
		return this.resources;
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
		return !isReleaseSent() && !this.lost.isDone();
	}

	@Override
	public OptionalLong fencingToken() {
		return OptionalLong.empty();
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
		return releaseAsync().toCompletableFuture().join();
	}

	@Override
	public CompletionStage<ReleaseOutcome> releaseAsync() {
		this.releases++;
		return this.released.minimalCompletionStage();
	}

	@Override
	public CompletionStage<LossReason> lost() {
		return this.lost.minimalCompletionStage();
	}

	@Override
	public void close() {
		release();
	}

}
