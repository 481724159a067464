package dev.redlock.aop;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.redlock.Lease;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;

/**
 * Only executes actions.
 */
abstract class StubRedlock implements Redlock {

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

}
