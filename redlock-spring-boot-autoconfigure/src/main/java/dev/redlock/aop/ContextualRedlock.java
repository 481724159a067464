package dev.redlock.aop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;
import dev.redlock.Redlock;

/**
 * Gives {@link #execute} what annotated methods have: its lease is in the
 * {@link LockContext}, and an action that locks what the same thread has locked already
 * joins that lease, asks no node, and leaves the release to the outer one. Everything
 * else is as with the locks it decorates. Thread-safe.
 * <p>
 * Not final: in an application that was processed ahead of time, an aspect around the
 * bean is in a subclass.
 */
public class ContextualRedlock implements Redlock {

	private final Redlock delegate;

	private final LockObserver observer;

	/**
	 * Decorates locks.
	 * @param delegate the locks
	 */
	public ContextualRedlock(Redlock delegate) {
		this(delegate, LockObserver.none());
	}

	/**
	 * Decorates locks.
	 * @param delegate the locks
	 * @param observer watches what is executed
	 */
	public ContextualRedlock(Redlock delegate, LockObserver observer) {
		this.delegate = delegate;
		this.observer = observer;
	}

	/**
	 * Returns locks without the decoration, for callers that see to the context; nor do
	 * aspects of the application around it see what those do.
	 */
	static Redlock undecorated(Redlock redlock) {
		Object target = Targets.innermost(redlock);
		return (target instanceof ContextualRedlock contextual) ? contextual.delegate : redlock;
	}

	@Override
	public <T extends @Nullable Object> T execute(LockRequest request, LockedAction<T> action) throws Exception {
		Frame held = LockContext.joinable(this.delegate, request);
		if (held != null) {
			return join(held, action);
		}
		LockContext.requireDisjoint(this.delegate, request);
		LockObservation observation = this.observer.start(request, null);
		Throwable failure = null;
		try {
			return this.delegate.<T>execute(request, (lease) -> this.<T>run(lease, action, observation));
		}
		catch (Throwable ex) {
			failure = ex;
			throw ex;
		}
		finally {
			observation.ended(failure);
		}
	}

	private static <T extends @Nullable Object> T join(Frame held, LockedAction<T> action) throws Exception {
		Frame outer = LockContext.join(held);
		try {
			return action.run(held.lease());
		}
		finally {
			LockContext.leave(outer);
		}
	}

	private <T extends @Nullable Object> T run(Lease lease, LockedAction<T> action, LockObservation observation)
			throws Exception {
		observation.acquired(lease);
		Frame outer = LockContext.enter(this.delegate, lease);
		LockObservation.Scope scope = observation.enter();
		Throwable failure = null;
		try {
			return action.run(lease);
		}
		catch (Throwable ex) {
			failure = ex;
			throw ex;
		}
		finally {
			scope.leave();
			LockContext.leave(outer);
			observation.worked(failure);
		}
	}

	@Override
	public Lease acquire(LockRequest request) throws InterruptedException {
		return this.delegate.acquire(request);
	}

	@Override
	public Optional<Lease> tryAcquire(LockRequest request) throws InterruptedException {
		return this.delegate.tryAcquire(request);
	}

	@Override
	public CompletableFuture<Lease> acquireAsync(LockRequest request) {
		return this.delegate.acquireAsync(request);
	}

	@Override
	public Lease adopt(String resource, String token, Duration ttl) {
		return this.delegate.adopt(resource, token, ttl);
	}

	@Override
	public Lock asLock(String resource) {
		return this.delegate.asLock(resource);
	}

	@Override
	public Lock asLock(LockRequest request) {
		return this.delegate.asLock(request);
	}

	@Override
	public LockInspection inspect(String resource) {
		return this.delegate.inspect(resource);
	}

}
