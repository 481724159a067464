package dev.redlock.aop;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;

/**
 * A lease that no node knows of, valid until it is ended.
 */
final class StubLease implements Lease {

	private final LockRequest request;

	private volatile boolean valid = true;

	StubLease(LockRequest request) {
		this.request = request;
	}

	void end() {
		this.valid = false;
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
		return this.valid ? Duration.ofSeconds(1) : Duration.ZERO;
	}

	@Override
	public boolean isValid() {
		return this.valid;
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
		return this.valid;
	}

	@Override
	public ReleaseOutcome release() {
		this.valid = false;
		return ReleaseOutcome.RELEASED;
	}

	@Override
	public CompletionStage<ReleaseOutcome> releaseAsync() {
		return CompletableFuture.completedStage(release());
	}

	@Override
	public CompletionStage<LossReason> lost() {
		return new CompletableFuture<LossReason>().minimalCompletionStage();
	}

	@Override
	public void close() {
		release();
	}

}
