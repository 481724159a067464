package dev.redlock.jedis;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Who reads from the connections of a loop: its thread, or a caller that polls because it
 * waits anyway. One thread at a time. While callers poll, the thread of the loop stands
 * aside for a moment again and again, since the system would wake it for each reply that
 * a caller is about to read.
 */
final class ReaderRole {

	/**
	 * After so long without polls the thread of the loop waits for replies again.
	 */
	private static final long ASIDE_NANOS = 1_000_000;

	/**
	 * After so many of these times it looks after all connections even so, since nobody
	 * polls one over which no answer is expected.
	 */
	private static final int ASIDE_TIMES = 10;

	private final Semaphore role = new Semaphore(1);

	/** Written by the thread of the loop only, while it has the role. */
	private boolean resumed;

	private volatile boolean polled;

	private volatile @Nullable Thread aside;

	/**
	 * Takes the role for a caller, if nobody has it.
	 */
	boolean tryTake() {
		// Not reentrant: a reply must not be read while another one is being handed out.
		boolean taken = this.role.tryAcquire();
		if (!this.polled) {
			this.polled = true;
		}
		return taken;
	}

	/**
	 * Gives it back for a caller.
	 */
	void give() {
		this.role.release();
	}

	/**
	 * Takes the role for the thread of the loop, unless it has it. A caller has it for
	 * one reading only.
	 */
	void resume() {
		if (!this.resumed) {
			this.role.acquireUninterruptibly();
			this.resumed = true;
		}
	}

	/**
	 * Returns whether the thread of the loop has the role; for whoever has it.
	 */
	boolean isResumed() {
		return this.resumed;
	}

	/**
	 * Gives it back for the thread of the loop, if it has it.
	 */
	void giveBack() {
		if (this.resumed) {
			this.resumed = false;
			this.role.release();
		}
	}

	/**
	 * Returns whether callers have polled since the thread of the loop stood aside last.
	 */
	boolean isPolled() {
		return this.polled;
	}

	/**
	 * Called by the thread of the loop: waits while callers poll.
	 * @param overdue whether an answer is missing for so long that callers may have left
	 * it behind
	 * @return whether it has waited, so that it has to look after what was left behind
	 */
	boolean standAside(BooleanSupplier overdue) {
		if (!this.polled) {
			return false;
		}
		boolean waited = false;
		this.aside = Thread.currentThread();
		// Again, since whoever called it back before that line could not wake it.
		for (int i = 0; i < ASIDE_TIMES && this.polled && !overdue.getAsBoolean(); i++) {
			this.polled = false;
			LockSupport.parkNanos(this, ASIDE_NANOS);
			waited = true;
		}
		this.aside = null;
		return waited;
	}

	/**
	 * Calls the thread of the loop back, until the next poll.
	 */
	void callBack() {
		if (this.polled) {
			this.polled = false;
			LockSupport.unpark(this.aside);
		}
	}

}
