package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The place of one caller among all that want the same keys: in the queue of this
 * process, and beside other processes.
 */
final class Turn {

	/**
	 * For how long a turn may outlast the wait time or the validity that it belongs to.
	 */
	private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(30);

	private final LocalQueues queues;

	private final List<String> keys;

	private volatile @Nullable Acquisition caller;

	private volatile @Nullable Holding holding;

	/**
	 * Whether the caller is in the queue of its key.
	 */
	private volatile boolean queued;

	private volatile boolean granted;

	private volatile @Nullable OutOfLineWatch watch;

	/**
	 * Creates the turn of a caller.
	 * @param queues the queues
	 * @param keys the keys
	 * @param caller the caller, {@code null} for a lease that was not waited for
	 */
	Turn(LocalQueues queues, List<String> keys, @Nullable Acquisition caller) {
		this.queues = queues;
		this.keys = keys;
		this.caller = caller;
	}

	private String key() {
		return this.keys.get(0);
	}

	/**
	 * Joins the queue, or passes it: those who want several keys would keep others from
	 * keys that are free, and one attempt waits for nobody, although others wait for it.
	 * @param mayWait whether there can be more than one attempt
	 * @return whether it is the caller's turn already; otherwise it begins later
	 */
	boolean take(boolean mayWait) {
		if (this.keys.size() > 1) {
			return true;
		}
		this.queued = true;
		if (mayWait) {
			return this.queues.join(key(), this);
		}
		this.queued = this.queues.tryJoin(key(), this);
		return true;
	}

	void begin() {
		Acquisition caller = this.caller;
		if (caller != null) {
			caller.ask();
		}
	}

	/**
	 * The lock is said to be free.
	 */
	void wake() {
		Acquisition caller = this.caller;
		if (caller != null) {
			caller.wake();
		}
	}

	/**
	 * Watches the keys on the nodes until the turn ends.
	 */
	void watch() {
		if (this.queued) {
			this.queues.watch(key(), this);
		}
		else if (this.watch == null) {
			OutOfLineWatch watch = new OutOfLineWatch(this.keys, this.queues, this::wake);
			this.watch = watch;
			watch.start();
			if (this.caller == null) {
				endWatch();
			}
		}
	}

	/**
	 * Returns how many times as long as usual the caller pauses between its attempts.
	 */
	int pauses() {
		OutOfLineWatch watch = this.watch;
		return (watch != null) ? watch.pauses() : 1;
	}

	/**
	 * The nodes refused the caller, or were too slow for it.
	 */
	void refused(Refusal refusal) {
		if (this.queued) {
			this.queues.refused(key(), this, refusal);
			return;
		}
		OutOfLineWatch watch = this.watch;
		if (watch != null) {
			watch.askedInVain();
		}
	}

	/**
	 * Returns why a caller has to wait that the nodes have not refused yet.
	 * @param since since when it waits
	 */
	Refusal refusal(long since) {
		Turn asking = this.queued ? this.queues.presentTurn(key()) : this;
		Acquisition caller = (asking != null && !asking.isGranted()) ? asking.caller : null;
		Refusal tooSlow = (caller != null) ? caller.undecidedSince(since) : null;
		return (tooSlow != null) ? tooSlow : this.queues.refusal(key());
	}

	/**
	 * The caller got the lock, and keeps the turn.
	 */
	void granted() {
		this.granted = true;
	}

	/**
	 * The lease of the caller has begun.
	 */
	void heldBy(Holding holding) {
		this.holding = holding;
		forgetCaller();
	}

	/**
	 * Returns whether the turn should be over for long, since the caller would have given
	 * up, or the lease has ended. Nobody ends it any more then, such as after a
	 * {@link StackOverflowError} that has left no room for that either.
	 */
	boolean isOverdue() {
		Holding holding = this.holding;
		if (holding != null) {
			return holding.remainingNanos() < -GRACE_NANOS;
		}
		Acquisition caller = this.caller;
		return caller != null && caller.waitTime().remainingNanos() < -GRACE_NANOS;
	}

	/**
	 * Returns whether the caller got the lock.
	 */
	boolean isGranted() {
		return this.granted;
	}

	/**
	 * Ends the turn without a release: the caller gave up, or lost the lease.
	 */
	void end() {
		if (this.queued) {
			this.queues.leave(key(), this);
		}
		// Last, or nobody would know that the turn is overdue if this fails on the way.
		forgetCaller();
	}

	/**
	 * Ends the turn by the release of its lease.
	 * @param token the token of the lease
	 * @return what follows
	 */
	Turnover release(String token) {
		return this.queued ? this.queues.release(key(), this, token) : Turnover.OUT_OF_LINE;
	}

	/**
	 * Ends the turn although its lease could not be released as it should have been.
	 */
	void endAfterRelease() {
		if (this.queued) {
			this.queues.leaveAfterRelease(key(), this);
		}
	}

	private void forgetCaller() {
		// First, for whoever begins to watch meanwhile.
		this.caller = null;
		endWatch();
	}

	private void endWatch() {
		OutOfLineWatch watch = this.watch;
		if (watch != null) {
			watch.close(this.granted);
		}
	}

}
