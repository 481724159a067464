package dev.redlock.quorum;

import java.util.concurrent.Future;

import dev.redlock.node.AwakeSender;
import dev.redlock.node.CurrentThread;

/**
 * How a caller waits for the nodes. To put a thread to sleep and to wake it costs more
 * than most answers take, so that it lets other threads run some times before it sleeps;
 * if it is alone, it reads the answers itself. Not so a virtual thread, whose sleep is
 * cheap.
 */
final class Patience {

	/**
	 * So many times, measured with 2 to 256 callers on two cores: fewer send callers to
	 * sleep that are answered in a moment, more keep a processor busy in vain, so that
	 * servers on the same machine wait for each other on another one.
	 */
	static final int YIELDS = 5;

	/**
	 * So many times at most a caller that is alone looks for answers: as long as a server
	 * on the same machine takes that must wait for a processor.
	 */
	static final int POLLS = 100;

	/**
	 * A caller is alone if it was the only one for so many times and came back soon. Two
	 * callers slow each other down if they read themselves.
	 */
	static final int ALONE_FROM = 16;

	/**
	 * So many times at most speak for a caller, and {@link #ALONE_FROM} of them are lost
	 * when it comes back late or reads in vain: that may be the garbage collector or the
	 * scheduler now and then, and a slow network each time.
	 */
	static final int ALONE_UP_TO = 4 * ALONE_FROM;

	static final long SOON_NANOS = 500_000;

	// A guess that costs time if it is wrong and nothing else: many threads write these
	// without waiting for each other.

	private long caller;

	private long calledAt;

	private int timesAlone;

	/** The node that is read first: no node is always left for later. */
	private int next;

	/**
	 * Lets other threads run until there is a result, but not for long.
	 * @param result what the caller is about to wait for
	 * @param round what brings it
	 */
	void beforeSleep(Future<?> result, Round round) {
		if (!CurrentThread.isVirtual()) {
			if (!isAlone(round)) {
				letOthersRun(result, round);
			}
			else if (!poll(result, round)) {
				this.timesAlone = lessAlone();
			}
		}
		if (!result.isDone()) {
			round.handOver();
		}
	}

	private static void letOthersRun(Future<?> result, Round round) {
		AwakeSender sender = round.stayAwake();
		try {
			for (int i = 0; i < YIELDS && !result.isDone(); i++) {
				if (i > 0) {
					// Others have run meanwhile, and added what they have.
					sender.help();
				}
				Thread.yield();
			}
		}
		finally {
			sender.goToSleep();
		}
	}

	private boolean poll(Future<?> result, Round round) {
		for (int i = 0; i < POLLS && !result.isDone(); i++) {
			this.next = round.poll(this.next);
			if (!result.isDone()) {
				Thread.yield();
			}
		}
		return result.isDone();
	}

	private boolean isAlone(Round round) {
		long caller = Thread.currentThread().getId();
		long calledAt = round.startedAt();
		boolean other = caller != this.caller;
		boolean late = calledAt - this.calledAt >= SOON_NANOS;
		this.caller = caller;
		this.calledAt = calledAt;
		int times = late ? lessAlone() : Math.min(this.timesAlone + 1, ALONE_UP_TO);
		this.timesAlone = other ? 0 : times;
		return this.timesAlone >= ALONE_FROM;
	}

	private int lessAlone() {
		return Math.max(this.timesAlone - ALONE_FROM, 0);
	}

}
