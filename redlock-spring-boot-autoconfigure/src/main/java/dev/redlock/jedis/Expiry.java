package dev.redlock.jedis;

import java.util.stream.LongStream;

import dev.redlock.node.NodeReply;

/**
 * Times out the calls of a connection that have no answer in time (S5).
 */
final class Expiry {

	/** Soon: after a pause, what is overdue has to be looked at once more. */
	static final long AGAIN = 1;

	private final Pipeline calls;

	private final Punctuality punctuality;

	private final Runnable onLate;

	/**
	 * Creates the expiry of a connection's calls.
	 * @param calls the calls
	 * @param punctuality knows what is in time, and is told when the server is late
	 * @param onLate run when the server turns out to be late
	 */
	Expiry(Pipeline calls, Punctuality punctuality, Runnable onLate) {
		this.calls = calls;
		this.punctuality = punctuality;
		this.onLate = onLate;
	}

	/**
	 * Times out what is overdue.
	 * @param now the time of the clock in nanoseconds
	 * @param afterPause whether this process may have stood still, so that answers wait
	 * to be read: the server is not late before the next look
	 * @return the nanoseconds until the next call may be overdue; -1 if there is none
	 */
	long expireOverdue(long now, boolean afterPause) {
		return LongStream
			.concat(this.calls.queued().mapToLong((call) -> expire(call, false, now, afterPause)),
					this.calls.unanswered().mapToLong((call) -> expire(call, true, now, afterPause)))
			.filter((left) -> left > 0)
			.min()
			.orElse(-1);
	}

	private long expire(Call call, boolean written, long now, boolean afterPause) {
		long left = this.punctuality.timeoutNanos() - (now - call.startedAt());
		if (left > 0 && !call.isEnded()) {
			return left;
		}
		// What was never written, or a moment ago, says nothing about the server.
		long untilLate = written ? this.punctuality.timeoutNanos() - (now - call.writtenAt()) : 0;
		boolean overdue = written && untilLate <= 0;
		boolean justNow = overdue && !afterPause && this.punctuality.onOverdue();
		if (left <= 0) {
			call.complete(NodeReply.TIMED_OUT, now);
		}
		if (justNow) {
			this.onLate.run();
		}
		return (overdue && afterPause) ? AGAIN : untilLate;
	}

}
