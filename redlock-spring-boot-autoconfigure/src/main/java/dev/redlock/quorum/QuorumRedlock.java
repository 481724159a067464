package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import dev.redlock.HeldLease;
import dev.redlock.Lease;
import dev.redlock.LeaseCloser;
import dev.redlock.LeaseLostException;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.AcquireEvent;
import dev.redlock.RedlockListener.AcquireOutcome;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.RedlockNode;

/**
 * The Redlock algorithm over some nodes. Thread-safe.
 */
public final class QuorumRedlock implements Redlock, AutoCloseable {

	/** The most nodes there can be. */
	public static final int MAX_NODES = Long.SIZE;

	private static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);

	private final Engine engine;

	private final LeaseCloser closer;

	/**
	 * Creates the locks.
	 * @param nodes the configured nodes, whether they are up or not
	 * @param settings the settings
	 * @param clock the clock
	 * @param timer runs retries and expiries
	 * @param callbacks runs code of the application that depends on futures
	 * @param listeners told about what happens
	 * @throws IllegalArgumentException if there are no nodes or more than 64
	 */
	public QuorumRedlock(List<? extends RedlockNode> nodes, QuorumSettings settings, MonotonicClock clock, Timer timer,
			Executor callbacks, List<RedlockListener> listeners) {
		this(nodes, settings, clock, timer, callbacks, listeners, Lease::close);
	}

	/**
	 * Creates the locks.
	 * @param nodes the configured nodes, whether they are up or not
	 * @param settings the settings
	 * @param clock the clock
	 * @param timer runs retries and expiries
	 * @param callbacks runs code of the application that depends on futures
	 * @param listeners told about what happens
	 * @param closer ends the leases of {@link #execute}
	 * @throws IllegalArgumentException if there are no nodes or more than 64
	 */
	public QuorumRedlock(List<? extends RedlockNode> nodes, QuorumSettings settings, MonotonicClock clock, Timer timer,
			Executor callbacks, List<RedlockListener> listeners, LeaseCloser closer) {
		if (nodes.isEmpty() || nodes.size() > MAX_NODES) {
			throw new IllegalArgumentException("Redlock needs 1 to " + MAX_NODES + " nodes, not " + nodes.size());
		}
		this.closer = closer;
		List<RedlockNode> all = List.copyOf(nodes);
		this.engine = new Engine(all, settings, clock, timer, new TokenSource(),
				() -> ThreadLocalRandom.current().nextLong(), callbacks, new Listeners(listeners), new OpenLocks(),
				new LocalQueues(all, timer, new OthersFirst(all, timer, clock, settings.retryDelay())), new Patience());
		all.forEach(this.engine.listeners()::follow);
	}

	@Override
	public Lease acquire(LockRequest request) throws InterruptedException {
		return acquireLease(request);
	}

	private QuorumLease acquireLease(LockRequest request) throws InterruptedException {
		Terms terms = Terms.of(request, this.engine.settings());
		if (Thread.interrupted()) {
			this.engine.listeners().onAcquire(new AcquireEvent(request, AcquireOutcome.INTERRUPTED, Duration.ZERO));
			throw new InterruptedException("Interrupted before the acquire of " + request.resources());
		}
		Acquisition acquisition = new Acquisition(this.engine, terms);
		try {
			return await(acquisition, acquisition.start(), terms.mayWait());
		}
		catch (InterruptedException ex) {
			// Another thread may be about to send an attempt, and withdraws it.
			acquisition.giveUp().join();
			throw ex;
		}
		catch (Throwable ex) {
			acquisition.giveUp();
			throw ex;
		}
	}

	private QuorumLease await(Acquisition acquisition, CompletableFuture<QuorumLease> result, boolean mayWait)
			throws InterruptedException {
		Round round = acquisition.round();
		if (round != null) {
			this.engine.patience().beforeSleep(result, round);
		}
		try {
			try {
				return mayWait ? result.get(acquisition.waitTime().remainingNanos(), TimeUnit.NANOSECONDS)
						: result.get();
			}
			catch (TimeoutException ex) {
				acquisition.expire();
				return result.get();
			}
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RedlockException cause) {
				throw withStackOfCaller(cause);
			}
			throw new IllegalStateException("An acquire ended with an unexpected error", ex.getCause());
		}
	}

	private static RedlockException withStackOfCaller(RedlockException ex) {
		// Made on the thread of a node, whose stack tells nobody anything.
		ex.setStackTrace(new Throwable().getStackTrace());
		return ex;
	}

	@Override
	public CompletableFuture<Lease> acquireAsync(LockRequest request) {
		Acquisition acquisition = new Acquisition(this.engine, Terms.of(request, this.engine.settings()));
		LeaseFuture future = new LeaseFuture(acquisition);
		try {
			acquisition.start().whenComplete((lease, ex) -> this.engine.call(() -> future.settle(lease, ex)));
			acquisition.expireOnTime();
			Round round = acquisition.round();
			if (round != null) {
				round.leave();
			}
		}
		catch (RuntimeException | Error ex) {
			acquisition.giveUp();
			throw ex;
		}
		return future;
	}

	@Override
	public <T extends @Nullable Object> T execute(LockRequest request, LockedAction<T> action) throws Exception {
		Lease kept = this.closer.find(request);
		if (kept != null) {
			return (kept instanceof QuorumLease lease) ? run(lease, request.whenLost(), action) : action.run(kept);
		}
		QuorumLease lease = acquireLease(request);
		try {
			return run(lease, request.whenLost(), action);
		}
		finally {
			this.closer.close(lease);
		}
	}

	private static <T extends @Nullable Object> T run(QuorumLease lease, LossPolicy whenLost, LockedAction<T> action)
			throws Exception {
		LossGuard guard = LossGuard.start(lease, whenLost);
		T result;
		try {
			result = action.run(lease);
		}
		catch (Throwable ex) {
			LeaseLostException loss = guard.end();
			if (loss != null) {
				ex.addSuppressed(loss);
			}
			throw ex;
		}
		LeaseLostException loss = guard.end();
		if (loss != null) {
			throw loss;
		}
		return result;
	}

	@Override
	public Lease adopt(String resource, String token, Duration ttl) {
		LockRequest request = LockRequest.of(resource).withTtl(ttl);
		if (token.isBlank()) {
			throw new IllegalArgumentException("A lease can't be adopted without its token");
		}
		try {
			return new Adoption(this.engine, Terms.of(request, this.engine.settings()), token).start().join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RedlockException cause) {
				throw withStackOfCaller(cause);
			}
			throw ex;
		}
	}

	@Override
	public LockInspection inspect(String resource) {
		if (resource.isBlank()) {
			throw new IllegalArgumentException("A resource to inspect can't be blank");
		}
		return new Inspection(this.engine, resource).start().join();
	}

	/**
	 * Returns the leases that are held now. Costs whoever locks nothing, and does not
	 * keep a lease from being noticed as forgotten.
	 * @return a copy, the leases that were held the longest first
	 */
	public List<HeldLease> heldLeases() {
		return this.engine.open().heldLeases();
	}

	/**
	 * Ends the leases of this process on a resource: their holders are told that they are
	 * lost, as {@link LossReason#REVOKED}, and the keys are released. Whoever works under
	 * one does not stop at once, so that the next holder may come too soon; a fencing
	 * token tells them apart.
	 * @param resource one of the resources of a lease
	 * @return what came of the release of each lease; empty if this process has none
	 */
	public List<ReleaseOutcome> revoke(String resource) {
		return this.engine.open().revoke(resource).stream().map(CompletableFuture::join).toList();
	}

	/**
	 * Ends the acquires under way, then loses and releases the leases that are held, and
	 * waits for that: a node time-out at most, unless a listener or a node holds it up,
	 * which is not waited for longer than ten seconds. After it, nothing can be locked
	 * until {@link #reopen()}. The nodes stay open; their owner closes them.
	 */
	@Override
	public void close() {
		BoundedWait.join(this.engine.open().close(), LONGEST_CLOSE, this.engine.clock());
	}

	/**
	 * Lets locks be acquired again after {@link #close()}.
	 */
	public void reopen() {
		this.engine.open().reopen();
	}

}
