package dev.redlock;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Work of one thread that others may interrupt, such as when its lease is lost (S8). The
 * interrupt comes once at most, not after the work, and does not outlive it, unless the
 * work is part of other such work that was interrupted as well. Code that holds a lease
 * without {@link Redlock#execute} can use it with {@link Lease#lost()}.
 */
public final class InterruptibleWork {

	private static final ThreadLocal<@Nullable InterruptibleWork> innermost = new ThreadLocal<>();

	private final Thread worker = Thread.currentThread();

	private final AtomicReference<State> state = new AtomicReference<>(State.WORKING);

	private final @Nullable InterruptibleWork outer;

	private final boolean outerWasInterrupted;

	private InterruptibleWork(@Nullable InterruptibleWork outer) {
		this.outer = outer;
		this.outerWasInterrupted = isOuterInterrupted();
	}

	/**
	 * Begins work on the current thread, which {@link #end ends} it.
	 * @return the work
	 */
	public static InterruptibleWork begin() {
		InterruptibleWork work = new InterruptibleWork(innermost.get());
		innermost.set(work);
		return work;
	}

	/**
	 * Interrupts the thread, unless it was interrupted by this before or the work is
	 * over. May be called by any thread.
	 */
	public void interrupt() {
		if (this.state.compareAndSet(State.WORKING, State.INTERRUPTING)) {
			this.worker.interrupt();
			this.state.set(State.INTERRUPTED);
		}
	}

	/**
	 * Ends the work. To be called once, after all work that began later on this thread
	 * has ended.
	 */
	public void end() {
		if (this.outer != null) {
			innermost.set(this.outer);
		}
		else {
			innermost.remove();
		}
		boolean interrupted = !this.state.compareAndSet(State.WORKING, State.DONE);
		while (interrupted && this.state.get() != State.INTERRUPTED) {
			Thread.onSpinWait();
		}
		boolean pending = interrupted && Thread.interrupted();
		// Looked at after that, or an interrupt that comes in between would be lost. Ours
		// may have been taken for that of the other work.
		if (isOuterInterrupted() && (pending || !this.outerWasInterrupted)) {
			this.worker.interrupt();
		}
	}

	private boolean isOuterInterrupted() {
		for (InterruptibleWork work = this.outer; work != null; work = work.outer) {
			if (work.state.get() != State.WORKING) {
				return true;
			}
		}
		return false;
	}

	private enum State {

		WORKING, INTERRUPTING, INTERRUPTED, DONE

	}

}
