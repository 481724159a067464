package dev.redlock.jedis;

import java.util.concurrent.atomic.AtomicInteger;

import dev.redlock.node.AwakeSender;

/**
 * Who writes what was sent while replies were handed out: whoever reads, unless enough
 * callers wait without sleeping, which have nothing else to do. Whoever reads wakes them,
 * and on the same machine the servers wait for the processor that it is on.
 */
final class WriterDuty implements AwakeSender {

	/**
	 * So many must be awake: it takes too long until one of a few comes back, for whom
	 * there is nobody to share the writing with.
	 */
	static final int ENOUGH = 4;

	/**
	 * So many times in a row at most it is left to callers, should they not come to run.
	 */
	static final int LEAVES = 16;

	private final Runnable writing;

	private final AtomicInteger awake = new AtomicInteger();

	private volatile boolean left;

	/** How often in a row it was left; written by whoever reads. */
	private int timesLeft;

	/**
	 * Creates the duty.
	 * @param writing writes, for callers to whom it was left
	 */
	WriterDuty(Runnable writing) {
		this.writing = writing;
	}

	/**
	 * A caller stays awake: until it goes to sleep the writing may be left to it.
	 */
	AwakeSender stayAwake() {
		this.awake.incrementAndGet();
		return this;
	}

	@Override
	public void help() {
		if (take()) {
			boolean done = false;
			try {
				this.writing.run();
				done = true;
			}
			finally {
				if (!done) {
					// With no call: the stack of the caller may be exhausted.
					this.left = true;
				}
			}
		}
	}

	@Override
	public void goToSleep() {
		if (this.awake.decrementAndGet() == 0) {
			help();
		}
	}

	/**
	 * Takes the duty, if it was left.
	 * @return whether whoever called has to write
	 */
	boolean take() {
		if (!this.left) {
			return false;
		}
		this.left = false;
		return true;
	}

	/**
	 * Leaves the writing to those who are awake while whoever calls goes on and calls
	 * {@link #leave()} in the end. For one thread at a time.
	 * @return {@code false} if it may not be possible in the end either
	 */
	boolean leaveForNow() {
		boolean leaves = mayLeave();
		if (leaves) {
			this.left = true;
		}
		return leaves;
	}

	private boolean mayLeave() {
		if (!this.left) {
			this.timesLeft = 0;
		}
		return this.awake.get() >= ENOUGH && ++this.timesLeft <= LEAVES;
	}

	/**
	 * Leaves the writing to those who are awake. For one thread at a time.
	 * @return {@code false} if that is not possible, so that whoever called has to write
	 */
	boolean leave() {
		boolean leaves = mayLeave();
		this.left = leaves;
		if (leaves && this.awake.get() == 0) {
			// Whoever was the last to go to sleep may not have seen it.
			leaves = false;
			this.left = false;
		}
		return leaves;
	}

	boolean isLeft() {
		return this.left;
	}

}
