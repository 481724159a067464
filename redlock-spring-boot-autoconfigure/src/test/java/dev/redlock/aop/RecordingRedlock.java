package dev.redlock.aop;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import dev.redlock.LockRequest;
import dev.redlock.LockedAction;

/**
 * Grants everything at once and remembers what it was asked for.
 */
final class RecordingRedlock extends StubRedlock {

	private final List<LockRequest> requests = new CopyOnWriteArrayList<>();

	private final AtomicInteger held = new AtomicInteger();

	@Override
	public <T extends @Nullable Object> T execute(LockRequest request, LockedAction<T> action) throws Exception {
		this.requests.add(request);
		this.held.incrementAndGet();
		try (StubLease lease = new StubLease(request)) {
			return action.run(lease);
		}
		finally {
			this.held.decrementAndGet();
		}
	}

	boolean isLocked() {
		return this.held.get() > 0;
	}

	int held() {
		return this.held.get();
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
