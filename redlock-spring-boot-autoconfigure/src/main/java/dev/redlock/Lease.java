package dev.redlock;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The right to work on some resources until it is released or its validity runs out.
 * Thread-safe: any thread may use or release it, whichever acquired it.
 */
public interface Lease extends AutoCloseable {

	/**
	 * Returns what is locked.
	 * @return the resources as requested, without the configured key prefix
	 */
	Set<String> resources();

	/**
	 * Returns the secret that proves ownership on the nodes. It must not be logged.
	 * @return 40 hex digits, new for every attempt (S1)
	 */
	String token();

	/**
	 * Returns for how long the lease may still be relied on: what the clock left of the
	 * ttl, with the drift of other clocks already subtracted (S3).
	 * @return the remaining validity, zero once the lease is released, lost or handed
	 * over
	 */
	Duration remainingValidity();

	/**
	 * Returns whether the lease may be relied on right now.
	 * @return {@code true} while it is neither released, lost nor handed over; never
	 * again after it was {@code false}
	 */
	boolean isValid();

	/**
	 * Returns a number that is greater than that of every earlier lease on the resource.
	 * @return the fencing token, empty if the request asked for none
	 */
	OptionalLong fencingToken();

	/**
	 * Returns how often the lease was extended.
	 * @return the number of extensions
	 */
	int extensions();

	/**
	 * Extends the lease, if a quorum of nodes still has it (S7). Blocks for a node
	 * time-out at most.
	 * @param ttl the new time to live, counted from now. A shorter one shortens the
	 * validity, but not the keys on the nodes.
	 * @return {@code true} if the validity was renewed; {@code false} if no quorum
	 * confirmed in time, the lease was extended as often as its request allows, or it is
	 * released, lost or handed over. An expired lease is never resurrected.
	 * @throws IllegalArgumentException if the ttl is not positive or over the configured
	 * maximum
	 */
	boolean extend(Duration ttl);

	/**
	 * Hands the lease over to whoever {@linkplain Redlock#adopt adopts} it, such as
	 * another process, and ends it here: it is not valid any more, nothing extends it,
	 * and no release, end of the application or {@link #close()} takes its keys away.
	 * They live for as long as was left of the ttl, so adopt it before
	 * {@link #remainingValidity()} as it was before is over. The time that the lock is to
	 * be held at least is not handed over.
	 * @return the token
	 * @throws LeaseLostException if the lease was lost
	 * @throws IllegalStateException if it was released or handed over before
	 * @throws UnsupportedOperationException if these leases can't be handed over
	 */
	default String handOver() {
		throw new UnsupportedOperationException("A %s can't be handed over".formatted(getClass().getName()));
	}

	/**
	 * Releases the lease on every node and waits for what a quorum says (S11). An
	 * interrupt does not cut the wait short, which takes a node time-out at most.
	 * Idempotent: later calls return what the first one found.
	 * @return what became of the keys, which does not say whether the lease was lost
	 * before: see {@link #loss()}
	 */
	ReleaseOutcome release();

	/**
	 * Releases the lease like {@link #release()} without waiting.
	 * @return a stage that completes with what became of the keys, never exceptionally
	 */
	CompletionStage<ReleaseOutcome> releaseAsync();

	/**
	 * Returns a stage that completes when the lease ends in another way than by release
	 * or hand-over (S8). Dependents never run on a thread that serves a node. Each call
	 * leaves something behind until the lease ends: to look again and again, use
	 * {@link #isValid()} or {@link #loss()}.
	 * @return the loss, never completed exceptionally
	 */
	CompletionStage<LossReason> lost();

	/**
	 * Returns why the lease ended other than by release (S8). Unlike {@link #lost()},
	 * which tells its dependents a little later, it knows of a loss at once.
	 * @return the loss, empty if the lease is held, or was released or handed over
	 */
	default Optional<LossReason> loss() {
		return Optional.ofNullable(lost().toCompletableFuture().getNow(null));
	}

	/**
	 * Returns what happens to work under the lease when it is lost.
	 * @return the policy of the request that the lease was acquired for
	 */
	default LossPolicy whenLost() {
		return LossPolicy.FAIL;
	}

	/**
	 * Releases the lease. Never throws.
	 */
	@Override
	void close();

}
