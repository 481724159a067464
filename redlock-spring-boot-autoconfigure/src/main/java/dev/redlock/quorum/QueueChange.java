package dev.redlock.quorum;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * What follows from a change of a queue, and must not happen within it.
 */
final class QueueChange {

	private @Nullable Turn next;

	private @Nullable QuorumWatch unwanted;

	private boolean passed;

	private boolean overtaken;

	/**
	 * Gives the turn to the next caller.
	 * @return the queue, or {@code null} if it has ended
	 */
	@Nullable LocalQueue next(LocalQueue queue) {
		Turn next = queue.next();
		return queue.isReleasing() ? queue : begin(next, queue);
	}

	/**
	 * Gives the turn to the next caller, who follows the release that is about to be
	 * sent.
	 */
	LocalQueue pass(LocalQueue queue) {
		this.passed = true;
		return queue.pass();
	}

	/**
	 * Leaves the turn to whoever has it by now.
	 */
	LocalQueue overtaken(LocalQueue queue) {
		this.overtaken = true;
		return queue;
	}

	boolean isOvertaken() {
		return this.overtaken;
	}

	boolean isPassed() {
		return this.passed;
	}

	/**
	 * Begins the turn of the next caller after a release.
	 * @return the queue, or {@code null} if it has ended
	 */
	@Nullable LocalQueue sent(LocalQueue queue) {
		return begin(queue.sent(), queue);
	}

	/**
	 * Gives the turn to the next caller, whatever the queue waits for.
	 * @return the queue, or {@code null} if it has ended
	 */
	@Nullable LocalQueue passOn(LocalQueue queue) {
		return queue.isReleasing() ? sent(queue) : next(queue);
	}

	private @Nullable LocalQueue begin(@Nullable Turn next, LocalQueue queue) {
		this.next = next;
		return (next != null) ? queue : end(queue);
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
		if (this.unwanted != null) {
			this.unwanted.close();
		}
		if (this.next != null) {
			begin.accept(this.next);
		}
	}

}
