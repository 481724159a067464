package dev.redlock.transaction;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LeaseCloser;
import dev.redlock.LockHeldException;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;
import dev.redlock.Redlock;

/**
 * Locks that are free unless a test says otherwise, and that say when they are locked and
 * released.
 */
final class SpyRedlock implements Redlock {

	private final Events events;

	private final LeaseCloser closer;

	private final AtomicInteger refusals = new AtomicInteger();

	SpyRedlock(Events events, LeaseCloser closer) {
		this.events = events;
		this.closer = closer;
	}

	void refuse(int times) {
		this.refusals.set(times);
	}

	@Override
	public <T extends @Nullable Object> T execute(LockRequest request, LockedAction<T> action) throws Exception {
		Lease kept = this.closer.find(request);
		if (kept != null) {
			return action.run(kept);
		}
		Lease lease = acquire(request);
		try {
			return action.run(lease);
		}
		finally {
			this.closer.close(lease);
		}
	}

	@Override
	public Lease acquire(LockRequest request) {
		if (this.refusals.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
			this.events.add("refused");
			throw new LockHeldException(request.resources(), Duration.ZERO, List.of(), null);
		}
		this.events.add("lock " + String.join(" ", request.resources()));
		return new SpyLease(request, this.events);
	}

	@Override
	public CompletableFuture<Lease> acquireAsync(LockRequest request) {
		return CompletableFuture.completedFuture(acquire(request));
	}

	@Override
	public Lease adopt(String resource, String token, Duration ttl) {
		throw new UnsupportedOperationException();
	}

	@Override
	public LockInspection inspect(String resource) {
		throw new UnsupportedOperationException();
	}

}
