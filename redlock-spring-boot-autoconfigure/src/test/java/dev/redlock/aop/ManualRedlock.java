package dev.redlock.aop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;

/**
 * Grants and refuses when a test says so.
 */
final class ManualRedlock extends StubRedlock {

	private final List<CompletableFuture<Lease>> acquires = new ArrayList<>();

	private final List<LockRequest> requests = new ArrayList<>();

	private RuntimeException unusable;

	@Override
	public CompletableFuture<Lease> acquireAsync(LockRequest request) {
		if (this.unusable != null) {
			throw this.unusable;
		}
		this.requests.add(request);
		CompletableFuture<Lease> acquire = new CompletableFuture<>();
		this.acquires.add(acquire);
		return acquire;
	}

	@Override
	public <T> T execute(LockRequest request, LockedAction<T> action) {
		throw new UnsupportedOperationException();
	}

	void failWith(RuntimeException ex) {
		this.unusable = ex;
	}

	int count() {
		return this.acquires.size();
	}

	CompletableFuture<Lease> last() {
		return this.acquires.get(this.acquires.size() - 1);
	}

	ManualLease grant() {
		ManualLease lease = new ManualLease(this.requests.get(this.requests.size() - 1).resources());
		last().complete(lease);
		return lease;
	}

	/**
	 * Grants a lease that was lost before anybody could have it.
	 */
	ManualLease grantTooLate() {
		ManualLease lease = new ManualLease(this.requests.get(this.requests.size() - 1).resources());
		lease.confirmRelease();
		lease.lose();
		last().complete(lease);
		return lease;
	}

	/**
	 * Grants a lease whose release is confirmed as soon as it is sent.
	 */
	ManualLease grantFreely() {
		ManualLease lease = new ManualLease(this.requests.get(this.requests.size() - 1).resources());
		lease.confirmRelease();
		last().complete(lease);
		return lease;
	}

	void refuse() {
		last().completeExceptionally(new LockHeldException(this.requests.get(this.requests.size() - 1).resources(),
				Duration.ZERO, List.of(), null));
	}

}
