package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.redlock.Lease;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;

/**
 * A lease on nothing.
 */
final class StubLease implements Lease {

	private final CompletableFuture<LossReason> lost = new CompletableFuture<>();

	@Override
	public Set<String> resources() {
		return Set.of();
	}

	@Override
	public String token() {
		return "";
	}

	@Override
	public Duration remainingValidity() {
		return Duration.ofSeconds(30);
	}

	@Override
	public boolean isValid() {
		return true;
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
		return true;
	}

	@Override
	public ReleaseOutcome release() {
		return ReleaseOutcome.RELEASED;
	}

	@Override
	public CompletionStage<ReleaseOutcome> releaseAsync() {
		return CompletableFuture.completedFuture(ReleaseOutcome.RELEASED);
	}

	@Override
	public CompletionStage<LossReason> lost() {
		return this.lost;
	}

	@Override
	public void close() {
	}

}
