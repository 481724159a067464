package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;
import dev.redlock.Redlock;

/**
 * Locks that cost nothing, since what is measured is what is around them.
 */
final class StubRedlock implements Redlock {

	private final Lease lease = new StubLease();

	@Override
	public Lease acquire(LockRequest request) {
		return this.lease;
	}

	@Override
	public CompletableFuture<Lease> acquireAsync(LockRequest request) {
		return CompletableFuture.completedFuture(this.lease);
	}

	@Override
	public <T extends @Nullable Object> T execute(LockRequest request, LockedAction<T> action) throws Exception {
		return action.run(this.lease);
	}

	@Override
	public Lease adopt(String resource, String token, Duration ttl) {
		return this.lease;
	}

	@Override
	public LockInspection inspect(String resource) {
		throw new UnsupportedOperationException();
	}

}
