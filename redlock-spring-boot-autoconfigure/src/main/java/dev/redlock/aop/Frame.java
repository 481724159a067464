package dev.redlock.aop;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.Redlock;

/**
 * A call that runs under a lease, on the current thread or in a chain of publishers.
 * Thread-safe.
 */
final class Frame {

	private static final AtomicReferenceFieldUpdater<Frame, @Nullable LossWatch> WATCH = AtomicReferenceFieldUpdater
		.newUpdater(Frame.class, LossWatch.class, "watch");

	private final Redlock redlock;

	private final Lease lease;

	private final @Nullable Frame outer;

	private final @Nullable MethodRun run;

	private final @Nullable Frame first;

	private volatile @Nullable LossWatch watch;

	/**
	 * Creates the first call under a lease.
	 * @param redlock where the lease is from
	 * @param lease the lease
	 * @param outer the call around it
	 * @param run keeps the lease while methods run that the end of the chain does not
	 * end; {@code null} for a call on a thread, which ends by itself
	 */
	Frame(Redlock redlock, Lease lease, @Nullable Frame outer, @Nullable MethodRun run) {
		this(redlock, lease, outer, run, null);
	}

	private Frame(Redlock redlock, Lease lease, @Nullable Frame outer, @Nullable MethodRun run, @Nullable Frame first) {
		this.redlock = redlock;
		this.lease = lease;
		this.outer = outer;
		this.run = run;
		this.first = first;
	}

	/**
	 * Returns another call under the same lease, on a thread.
	 * @param outer the call around it there, which need not be this one
	 */
	Frame joined(@Nullable Frame outer) {
		return new Frame(this.redlock, this.lease, outer, null, first());
	}

	private Frame first() {
		return (this.first != null) ? this.first : this;
	}

	Redlock redlock() {
		return this.redlock;
	}

	Lease lease() {
		return this.lease;
	}

	@Nullable Frame outer() {
		return this.outer;
	}

	@Nullable MethodRun run() {
		return this.run;
	}

	/**
	 * Returns who watches for the loss of the lease: the same for all calls that have
	 * joined it, however many the first one makes.
	 */
	LossWatch watch() {
		return first().ownWatch();
	}

	private LossWatch ownWatch() {
		LossWatch watch = new LossWatch();
		if (this.watch == null && WATCH.compareAndSet(this, null, watch)) {
			this.lease.lost().thenRun(watch::lost);
		}
		return Objects.requireNonNull(this.watch);
	}

}
