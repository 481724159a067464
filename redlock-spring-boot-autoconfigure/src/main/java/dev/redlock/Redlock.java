package dev.redlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

/**
 * Distributed locks over a quorum of independent Redis masters.
 * <p>
 * At most one lease on a resource is valid at a time, in all processes that use the same
 * masters, as long as clocks run at about the same rate and a master does not forget a
 * key before its ttl. Ownership belongs to a {@link Lease}, never to a thread.
 * Implementations are thread-safe.
 *
 * @see <a href=
 * "https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/">The Redlock
 * algorithm</a>
 */
public interface Redlock {

	/**
	 * Acquires a lock, waiting for it up to the request's wait time. Nodes that refuse
	 * when no more of that is left than the shortest retry delay are not asked again.
	 * @param request what to lock and for how long
	 * @return the lease, valid when it is handed to the calling thread; a thread that was
	 * paused on its way back asks {@link Lease#isValid()}
	 * @throws LockHeldException if another owner kept the lock for the whole wait time
	 * @throws QuorumUnavailableException if too few nodes answered in time
	 * @throws RedlockClosedException if the application shuts down
	 * @throws IllegalArgumentException if the request is invalid, such as a ttl over the
	 * configured maximum
	 * @throws InterruptedException if the calling thread was interrupted before it had
	 * the lock; nothing is left behind on the nodes
	 */
	Lease acquire(LockRequest request) throws InterruptedException;

	/**
	 * Acquires a lock like {@link #acquire(LockRequest)}, but treats another owner as an
	 * answer rather than an error. Waits for up to the request's wait time as well: for a
	 * single attempt, set that to zero.
	 * @param request what to lock and for how long
	 * @return the lease, or empty if another owner kept the lock for the whole wait time
	 * @throws QuorumUnavailableException if too few nodes answered in time
	 * @throws RedlockClosedException if the application shuts down
	 * @throws IllegalArgumentException if the request is invalid
	 * @throws InterruptedException if the calling thread was interrupted before it had
	 * the lock
	 */
	default Optional<Lease> tryAcquire(LockRequest request) throws InterruptedException {
		try {
			return Optional.of(acquire(request));
		}
		catch (LockHeldException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Acquires a lock without blocking the calling thread.
	 * @param request what to lock and for how long
	 * @return a future that completes with the lease, or exceptionally with what
	 * {@link #acquire(LockRequest)} throws. Cancelling it gives up and releases whatever
	 * was granted; if another thread is about to send something, the future is cancelled
	 * a moment after {@code cancel} has returned {@code true}. A lease that arrives after
	 * the future was completed by somebody else is released as well. Dependents never run
	 * on a thread that serves a node.
	 * @throws IllegalArgumentException if the request is invalid
	 */
	CompletableFuture<Lease> acquireAsync(LockRequest request);

	/**
	 * Runs an action under a lock and releases the lock when the action returns or, with
	 * Spring and inside a transaction of the caller, when that has completed. An
	 * unfinished future or publisher that it returns goes on without the lock: use
	 * {@link #acquireAsync(LockRequest)} or an annotated method for that. With Spring, an
	 * action inside another one, or inside an annotated method, that has locked all of
	 * the resources joins that lease as it is.
	 * @param <T> the type of the action's result
	 * @param request what to lock and for how long
	 * @param action what to run; it gets the lease
	 * @return what the action returned
	 * @throws LockNotAcquiredException if the lock could not be had; the action did not
	 * run
	 * @throws LeaseLostException if the action returned normally but the lease had been
	 * lost meanwhile, unless the request says otherwise; or if it was lost before the
	 * action began, which did not run then
	 * @throws RedlockClosedException if the application shuts down
	 * @throws InterruptedException if the thread was interrupted while it waited for the
	 * lock; the action did not run
	 * @throws IllegalArgumentException if the request is invalid
	 * @throws IllegalStateException if it would join a lease without the fencing token
	 * that it asks for
	 * @throws Exception what the action threw; it wins over everything else
	 */
	<T extends @Nullable Object> T execute(LockRequest request, LockedAction<T> action) throws Exception;

	/**
	 * Takes over a lease that was acquired elsewhere, such as in another process. The
	 * nodes are asked to extend it, which blocks for a node time-out at most. The other
	 * side must have {@linkplain Lease#handOver handed it over}: a lease that it still
	 * holds takes the keys away at its release, at the end of that application, and when
	 * an extension of it comes too late. The lease has no fencing token, also if the
	 * other side had one. It is extended if leases are by default, its meters are those
	 * of {@link LockRequest#UNNAMED}, and each resource of a lease on several is adopted
	 * by itself.
	 * <p>
	 * Hand over leases only while the other side is connected to all nodes and stays so
	 * for a node time-out: if a node had not answered its acquire, or its try to heal the
	 * node (S7), when the connection broke, the other side owes that node a release (S4),
	 * which takes the key away from the lease when it connects again. A node that answers
	 * the other side late may have the key once more after the lease was released, for as
	 * long as its ttl.
	 * @param resource what is locked
	 * @param token the token of the lease
	 * @param ttl the new time to live, counted from now
	 * @return the lease
	 * @throws LeaseLostException if a quorum says that the resource is not locked with
	 * that token
	 * @throws QuorumUnavailableException if too few nodes answered in time
	 * @throws RedlockClosedException if the application shuts down
	 * @throws IllegalArgumentException if the ttl is not positive or over the configured
	 * maximum
	 */
	Lease adopt(String resource, String token, Duration ttl);

	/**
	 * Returns a resource as a lock of the JDK, for libraries that want one. It belongs to
	 * the thread that locks it, which can lock the same object again; {@code lock} waits
	 * as long as it takes, {@code tryLock} makes one attempt, conditions are not
	 * supported. Once the lease was lost, {@code unlock} and further {@code lock}s throw
	 * a {@link LeaseLostException}: the work in between was not guarded to its end. Too
	 * few usable nodes are a {@link QuorumUnavailableException} for {@code tryLock}, with
	 * and without a wait time; {@code lock} waits until there are enough.
	 * @param resource what to lock
	 * @return a new lock object
	 */
	default Lock asLock(String resource) {
		return asLock(LockRequest.of(resource));
	}

	/**
	 * Returns a request as a lock of the JDK, like {@link #asLock(String)}. Its wait time
	 * is not used.
	 * @param request what to lock
	 * @return a new lock object
	 */
	default Lock asLock(LockRequest request) {
		return new LeaseLock(this, request);
	}

	/**
	 * Looks at a resource on all nodes and changes nothing. Takes a node time-out at
	 * most.
	 * @param resource the resource
	 * @return how it is locked
	 * @throws IllegalArgumentException if the resource is blank
	 */
	LockInspection inspect(String resource);

}
