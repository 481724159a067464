package dev.redlock.testing;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LeaseCloser;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;
import dev.redlock.Redlock;
import dev.redlock.RedlockListener;
import dev.redlock.aop.CallbackThreads;
import dev.redlock.quorum.MonotonicClock;
import dev.redlock.quorum.QuorumRedlock;
import dev.redlock.quorum.QuorumSettings;

/**
 * Locks that exclude each other within this object, for tests without Redis. It is the
 * algorithm of production on one node in memory: waits, ttl, extension, fencing, losses,
 * outcomes and exceptions are the same, only the network is missing.
 * <p>
 * A test can hold resources, make all locks unavailable, lose the leases and let time
 * pass. What the test itself refuses is refused at once, whatever the wait time of the
 * request; what another caller holds is waited for. Thread-safe.
 * <p>
 * What is refused is refused at once, also by the {@code lock()} of {@link #asLock},
 * which throws then what it never does in production, where it goes on waiting.
 * <p>
 * What the application gets for {@link Redlock} has these locks and the
 * {@link dev.redlock.aop.LockContext} of {@link #execute}, which is not here:
 * {@link dev.redlock.aop.ContextualRedlock} adds it, in tests as in production.
 *
 * @see InMemoryLocks
 */
public final class InMemoryRedlock implements Redlock, AutoCloseable {

	private final QuorumSettings settings;

	private final TestTime time;

	private final InMemoryNode node;

	private final QuorumRedlock redlock;

	private volatile boolean closed;

	/**
	 * Creates locks with the default settings, on the clock of the system.
	 */
	public InMemoryRedlock() {
		this(QuorumSettings.defaults());
	}

	/**
	 * Creates locks on the clock of the system.
	 * @param settings the settings
	 */
	public InMemoryRedlock(QuorumSettings settings) {
		this(settings, System::nanoTime, List.of());
	}

	/**
	 * Creates locks.
	 * @param settings the settings
	 * @param clock the clock; with one that stands still, such as {@code () -> 0}, no
	 * lease expires except by {@link #advance(Duration)}
	 * @param listeners told about what happens
	 */
	public InMemoryRedlock(QuorumSettings settings, MonotonicClock clock, List<RedlockListener> listeners) {
		this(settings, clock, listeners, Lease::close);
	}

	/**
	 * Creates locks.
	 * @param settings the settings
	 * @param clock the clock
	 * @param listeners told about what happens
	 * @param closer ends the leases of {@link #execute}
	 */
	InMemoryRedlock(QuorumSettings settings, MonotonicClock clock, List<RedlockListener> listeners,
			LeaseCloser closer) {
		this.settings = settings;
		this.time = new TestTime(clock);
		this.node = new InMemoryNode(this.time);
		this.redlock = new QuorumRedlock(List.of(this.node), settings, this.time, this.time,
				CallbackThreads.ofPlatform()::execute, listeners, closer);
	}

	@Override
	public Lease acquire(LockRequest request) throws InterruptedException {
		return this.redlock.acquire(unlessRefused(request));
	}

	@Override
	public CompletableFuture<Lease> acquireAsync(LockRequest request) {
		return this.redlock.acquireAsync(unlessRefused(request));
	}

	@Override
	public <T extends @Nullable Object> T execute(LockRequest request, LockedAction<T> action) throws Exception {
		return this.redlock.execute(unlessRefused(request), action);
	}

	private LockRequest unlessRefused(LockRequest request) {
		return this.node.isRefused(keys(request.resources())) ? request.withWaitTime(Duration.ZERO) : request;
	}

	private List<String> keys(Collection<String> resources) {
		return resources.stream().map(this.settings.keyPrefix()::concat).toList();
	}

	@Override
	public Lease adopt(String resource, String token, Duration ttl) {
		return this.redlock.adopt(resource, token, ttl);
	}

	@Override
	public LockInspection inspect(String resource) {
		return this.redlock.inspect(resource);
	}

	/**
	 * Lets another owner have some resources until they are {@link #free(String...)
	 * freed}: every acquire of them fails at once with
	 * {@link dev.redlock.LockHeldException}. If there is a lease on one of them its keys
	 * are taken away, which it notices when it is extended or released.
	 * @param resources the resources
	 */
	public void hold(String... resources) {
		this.node.hold(keys(List.of(resources)));
	}

	/**
	 * Lets another owner have every resource that nobody has a lease on: every acquire
	 * fails at once with {@link dev.redlock.LockHeldException}.
	 */
	public void holdAll() {
		this.node.holdAll();
	}

	/**
	 * Ends what {@link #hold(String...)} began.
	 * @param resources the resources
	 */
	public void free(String... resources) {
		this.node.free(keys(List.of(resources)));
	}

	/**
	 * Ends what {@link #holdAll()} and {@link #hold(String...)} began.
	 */
	public void freeAll() {
		this.node.freeAll();
	}

	/**
	 * Lets every acquire fail at once with
	 * {@link dev.redlock.QuorumUnavailableException}, as if too few nodes were up. Leases
	 * can't be extended, and whether they were released can't be known.
	 */
	public void makeUnavailable() {
		this.node.goDown();
	}

	/**
	 * Ends what {@link #makeUnavailable()} began. Leases that were held before and have
	 * not expired are still held.
	 */
	public void makeAvailable() {
		this.node.comeBack();
	}

	/**
	 * Takes the keys away from all leases and lets time pass until the leases have
	 * noticed: they are lost when this method returns, those that are extended
	 * automatically with the reason {@link dev.redlock.LossReason#TAKEN TAKEN}, others
	 * with {@link dev.redlock.LossReason#EXPIRED EXPIRED}. The resources are free after
	 * it.
	 */
	public void lose() {
		advance(Duration.ofNanos(this.node.forgetLeases()));
	}

	/**
	 * Lets time pass at once. Leases are extended or lost as they would be in that time,
	 * and calls of {@link #acquireAsync} that wait for too long end. Threads that are
	 * blocked in {@link #acquire} or {@link #execute} wait for their wait time in real
	 * time.
	 * @param duration how much time passes
	 */
	public void advance(Duration duration) {
		this.time.advance(duration);
	}

	/**
	 * Makes everything available and free again: ends the acquires under way, then loses
	 * and releases the leases that are held. Fencing tokens go on increasing.
	 */
	public void reset() {
		if (!this.closed) {
			this.redlock.close();
			this.node.reset();
			this.redlock.reopen();
		}
	}

	/**
	 * Ends the acquires under way, then loses and releases the leases that are held.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.redlock.close();
		this.time.close();
	}

}
