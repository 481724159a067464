package dev.redlock.quorum;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * What follows from a change of a queue, and must not happen within it.
 */
final class QueueChange {

	private @Nullable Turn next;

	private @Nullable QuorumWatch unwanted;

	/**
	 * Gives the turn to the next caller.
	 * @return the queue, or {@code null} if it has ended
	 */
	@Nullable LocalQueue next(LocalQueue queue) {
		this.next = queue.next();
		return (this.next != null) ? queue : end(queue);
	}

	/**
	 * Lets other processes come first.
	 * @return the queue, or {@code null} if it has ended
	 */
	@Nullable LocalQueue yield(LocalQueue queue, String token) {
		return queue.yield(token) ? queue : end(queue);
	}

	private @Nullable LocalQueue end(LocalQueue queue) {
		this.unwanted = queue.watch();
		return null;
	}

	/**
	 * Ends the watch of a queue that has ended, and begins the next turn.
	 * @param begin begins it
	 */
	void happen(Consumer<Turn> begin) {
		Turn next = endWatch();
		if (next != null) {
			begin.accept(next);
		}
	}

	/**
	 * Ends the watch of a queue that has ended.
	 * @return whose turn is to begin, or {@code null} if nobody has it
	 */
	@Nullable Turn endWatch() {
		if (this.unwanted != null) {
			this.unwanted.close();
		}
		return this.next;
	}

}
