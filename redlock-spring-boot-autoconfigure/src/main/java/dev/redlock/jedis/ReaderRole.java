package dev.redlock.jedis;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
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

	/**
	 * So long the thread of the loop sleeps between two looks at the role. A caller has
	 * it for one reading only.
	 */
	private static final long TAKEN_NANOS = 50_000;

	private static final AtomicIntegerFieldUpdater<ReaderRole> TAKEN = AtomicIntegerFieldUpdater
		.newUpdater(ReaderRole.class, "taken");

	/** One while somebody has the role. */
	private volatile int taken;

	/** Written by the thread of the loop only, while it has the role. */
	private boolean resumed;

	private volatile boolean polled;

	private volatile @Nullable Thread aside;

	/** Whether the thread that stands aside was called back. */
	private volatile boolean called;

	/**
	 * Has a caller read, if nobody else has the role.
	 * @param reading receives what came over a connection
	 * @return whether the caller has read
	 */
	boolean poll(Runnable reading) {
		// Not reentrant: a reply must not be read while another one is being handed out.
		boolean taken = TAKEN.compareAndSet(this, 0, 1);
		if (!this.polled) {
			this.polled = true;
		}
		if (!taken) {
			return false;
		}
		try {
			reading.run();
		}
		finally {
			// No call, which would fail once more if the stack of the caller is
			// exhausted, and nobody could read for ever.
			this.taken = 0;
		}
		return true;
	}

	/**
	 * Takes the role for the thread of the loop, unless it has it. A caller has it for
	 * one reading only.
	 */
	void resume() {
		if (!this.resumed) {
			while (!TAKEN.compareAndSet(this, 0, 1)) {
				LockSupport.parkNanos(this, TAKEN_NANOS);
			}
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
			this.taken = 0;
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
		for (int i = 0; i < ASIDE_TIMES && this.polled && !this.called && !overdue.getAsBoolean(); i++) {
			this.polled = false;
			LockSupport.parkNanos(this, ASIDE_NANOS);
			waited = true;
		}
		this.aside = null;
		this.called = false;
		return waited;
	}

	/**
	 * Calls the thread of the loop back, until the next poll.
	 */
	void callBack() {
		if (this.polled) {
			this.polled = false;
		}
		Thread aside = this.aside;
		if (aside != null && !this.called) {
			this.called = true;
			LockSupport.unpark(aside);
		}
	}

}
