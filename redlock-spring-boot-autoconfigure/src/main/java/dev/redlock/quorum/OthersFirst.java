package dev.redlock.quorum;

import java.util.List;

import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.RedlockNode;

/**
 * The time for which the callers of this process let others come first who want the same
 * key. If nobody has taken the lock after a moment, it is over: others can't be told
 * apart from those who have just stopped to wait. If somebody has, it lasts until the
 * lock is released or attempts of ours would have been due anyway, since one amid the
 * turns of another process costs these votes.
 */
final class OthersFirst {

	private final List<RedlockNode> nodes;

	private final Timer timer;

	private final MonotonicClock clock;

	private final long momentNanos;

	private final long longestNanos;

	/**
	 * Creates the times.
	 * @param nodes the nodes
	 * @param timer the timer
	 * @param clock the clock
	 * @param pauses the pauses between attempts: the least of them is the longest time, a
	 * quarter of it the moment
	 */
	OthersFirst(List<RedlockNode> nodes, Timer timer, MonotonicClock clock, RetryDelay pauses) {
		this.nodes = nodes;
		this.timer = timer;
		this.clock = clock;
		this.longestNanos = pauses.min().toNanos();
		this.momentNanos = this.longestNanos / 4;
	}

	/**
	 * Begins such a time, which ends when the queue goes on for another reason, too.
	 * @param key the key
	 * @param queue the queue that yields
	 * @param resume lets the queue go on, if it still yields
	 */
	void begin(String key, LocalQueue queue, Runnable resume) {
		try {
			queue.yieldUntil(this.timer.after(this.momentNanos, () -> look(key, queue, resume)));
		}
		catch (RuntimeException | Error ex) {
			// Such as a timer that was shut down: the release must end all the same.
			resume.run();
		}
	}

	private void look(String key, LocalQueue queue, Runnable resume) {
		try {
			// First, since a node may take its time, or not answer at all.
			queue.yieldUntil(this.timer.after(this.longestNanos - this.momentNanos, resume));
			Inspect command = new Inspect(List.of(key));
			new Round(this.nodes, this.clock, (round, taken) -> {
				if (!taken) {
					resume.run();
				}
			}).send((index) -> command);
		}
		catch (RuntimeException | Error ex) {
			resume.run();
		}
	}

}
