package dev.redlock.quorum;

import java.util.List;

import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.RedlockNode;

/**
 * The time for which the callers of this process let others come first who want the same
 * key. If nobody has the lock after a moment, or when a release was heard of in part, it
 * is over: others can't be told apart from those who have just stopped to wait, or wait
 * for us. If somebody has, it lasts until the lock is released or attempts of ours would
 * have been due anyway, since one amid the turns of another process costs these votes.
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
	 * @param queues lets it go on
	 */
	void begin(String key, LocalQueue queue, LocalQueues queues) {
		try {
			queue.yieldUntil(this.timer.after(this.momentNanos, () -> afterMoment(key, queue, queues)));
		}
		catch (RuntimeException | Error ex) {
			// Such as a timer that was shut down: the release must end all the same.
			queues.resume(key, queue);
		}
	}

	private void afterMoment(String key, LocalQueue queue, LocalQueues queues) {
		try {
			if (queues.isWaitedFor(key, queue)) {
				// First, since a node may take its time, or not answer at all.
				queue.yieldUntil(
						this.timer.after(this.longestNanos - this.momentNanos, () -> queues.resume(key, queue)));
				endIfFree(key, queue, queues);
			}
			else {
				// Or others would take us for somebody who waits.
				queues.resume(key, queue);
			}
		}
		catch (RuntimeException | Error ex) {
			queues.resume(key, queue);
		}
	}

	/**
	 * Ends such a time early if nobody has the lock, as the nodes say.
	 * @param key the key
	 * @param queue the queue that yields
	 * @param queues lets it go on
	 */
	void endIfFree(String key, LocalQueue queue, LocalQueues queues) {
		try {
			Inspect command = new Inspect(List.of(key));
			new Round(this.nodes, this.clock, (round, taken) -> {
				if (!taken) {
					queues.resume(key, queue);
				}
			}).sendAndLeave((index) -> command);
		}
		catch (RuntimeException | Error ex) {
			queues.resume(key, queue);
		}
	}

}
