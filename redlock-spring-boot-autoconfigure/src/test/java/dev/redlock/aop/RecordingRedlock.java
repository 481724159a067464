package dev.redlock.aop;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.redlock.LockRequest;
import dev.redlock.LockedAction;

/**
 * Grants everything at once and remembers what it was asked for.
 */
final class RecordingRedlock extends StubRedlock {

	private final List<LockRequest> requests = new ArrayList<>();

	private boolean locked;

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
