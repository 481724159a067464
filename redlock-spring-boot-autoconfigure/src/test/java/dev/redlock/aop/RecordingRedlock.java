package dev.redlock.aop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.redlock.Lease;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;
import dev.redlock.Redlock;

/**
 * Grants everything at once and remembers what it was asked for.
 */
final class RecordingRedlock implements Redlock {

	private final List<LockRequest> requests = new ArrayList<>();

	private boolean locked;

	@Override
	public Lease acquire(LockRequest request) {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletableFuture<Lease> acquireAsync(LockRequest request) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Lease adopt(String resource, String token, Duration ttl) {
		throw new UnsupportedOperationException();
	}

	@Override
	public LockInspection inspect(String resource) {
		throw new UnsupportedOperationException();
	}

	@Override
	@SuppressWarnings("NullAway")
	public <T> T execute(LockRequest request, LockedAction<T> action) throws Exception {
		this.requests.add(request);
		this.locked = true;
		try {
			return action.run(null);
		}
		finally {
			this.locked = false;
		}
	}

	boolean isLocked() {
		return this.locked;
	}

	LockRequest last() {
		return this.requests.get(this.requests.size() - 1);
	}

	Set<String> lastResources() {
		return last().resources();
	}

	int count() {
		return this.requests.size();
	}

}
