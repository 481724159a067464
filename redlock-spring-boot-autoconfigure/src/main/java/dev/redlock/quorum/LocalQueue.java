package dev.redlock.quorum;

import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/**
 * The callers of this process that want one key, in the order of their calls. One of them
 * has the turn: it alone asks the nodes, and keeps the turn while it has the lock.
 * Changed by {@link LocalQueues} only, by one thread at a time.
 */
final class LocalQueue {

	/**
	 * So many turns in a row go to callers of this process; then others come first, if
	 * there are any.
	 */
	private static final int MAX_TURNS = 16;

	private @Nullable Deque<Turn> waiting;

	/** Not an int, since there is a queue for each lease. */
	private short turns;

	private volatile @Nullable Turn present;

	private volatile @Nullable QuorumWatch watch;

	private volatile @Nullable Refusal refusal;

	private volatile boolean yielding;

	/**
	 * Whether the release is being sent for which the next caller waits. An acquire that
	 * only comes then, when nobody waited, may overtake it and is refused.
	 */
	private volatile boolean releasing;

	private volatile Timer.@Nullable Timeout yieldEnd;

	/**
	 * Whose release it waits for, while it yields or is releasing.
	 */
	private volatile @Nullable Turn releaser;

	/**
	 * Creates a queue.
	 * @param first whose turn it is, or {@code null} to let other processes come first
	 */
	LocalQueue(@Nullable Turn first) {
		this.present = first;
		this.yielding = first == null;
	}

	/**
	 * Lets other processes come first after a release of somebody who did not wait.
	 * @param releaser whose release that is
	 */
	static LocalQueue after(Turn releaser) {
		LocalQueue queue = new LocalQueue(null);
		queue.releaser = releaser;
		return queue;
	}

	LocalQueue with(Turn turn) {
		Deque<Turn> waiting = this.waiting;
		if (waiting == null) {
			waiting = new ArrayDeque<>();
			this.waiting = waiting;
		}
		waiting.add(turn);
		return this;
	}

	void remove(Turn turn) {
		if (this.waiting != null) {
			this.waiting.remove(turn);
		}
	}

	boolean hasWaiting() {
		return this.waiting != null && !this.waiting.isEmpty();
	}

	/**
	 * Gives the turn to the next caller.
	 * @return the caller, or {@code null} if there is none
	 */
	@Nullable Turn next() {
		endYield();
		forgetRefusal();
		this.turns = (short) Math.min(this.turns + 1, MAX_TURNS);
		Turn next = (this.waiting != null) ? this.waiting.poll() : null;
		this.present = next;
		return next;
	}

	/**
	 * Gives the turn to the next caller, which begins when the release was sent.
	 */
	LocalQueue pass() {
		Turn releaser = this.present;
		next();
		this.releaser = releaser;
		this.releasing = true;
		return this;
	}

	/**
	 * Returns whether it waits for the release of a turn.
	 */
	boolean isBehind(Turn turn) {
		return this.releaser == turn;
	}

	boolean isReleasing() {
		return this.releasing;
	}

	/**
	 * The release was sent.
	 * @return whose turn begins, or {@code null} if nobody is left
	 */
	@Nullable Turn sent() {
		this.releasing = false;
		this.releaser = null;
		Turn present = this.present;
		return (present != null) ? present : next();
	}

	/**
	 * Returns whether the next caller of this process may follow at once.
	 */
	boolean mayPass() {
		return hasWaiting() && this.turns < MAX_TURNS;
	}

	/**
	 * Lets other processes come first if there are any.
	 * @param token the token of the lease that is released
	 * @return {@code false} if nobody is left who would have to wait for them
	 */
	boolean yield(String token) {
		QuorumWatch watch = this.watch;
		if (watch != null) {
			watch.ignore(token);
		}
		this.turns = 0;
		this.refusal = null;
		this.releaser = this.present;
		this.present = null;
		this.yielding = hasWaiting() || watch != null;
		return this.yielding;
	}

	/**
	 * Returns whether it yields and others are there.
	 */
	boolean letsOthersIn() {
		return this.yielding && this.yieldEnd != null;
	}

	/**
	 * Remembers what the nodes said to the caller whose turn it is.
	 */
	void refused(Refusal refusal) {
		this.refusal = refusal;
	}

	/**
	 * Returns what the nodes said last, {@code null} if somebody of this process has or
	 * had the lock since.
	 */
	@Nullable Refusal refusal() {
		Turn present = this.present;
		return (present == null || !present.isGranted()) ? this.refusal : null;
	}

	private void forgetRefusal() {
		Turn present = this.present;
		if (present != null && present.isGranted()) {
			this.refusal = null;
		}
	}

	boolean isYielding() {
		return this.yielding;
	}

	/**
	 * Sets what ends the yielding, if it has not ended already.
	 */
	void yieldUntil(Timer.Timeout end) {
		this.yieldEnd = end;
		if (!this.yielding) {
			end.cancel();
		}
	}

	private void endYield() {
		this.yielding = false;
		if (!this.releasing) {
			this.releaser = null;
		}
		Timer.Timeout end = this.yieldEnd;
		if (end != null) {
			this.yieldEnd = null;
			end.cancel();
		}
	}

	/**
	 * Returns whose turn it is; {@code null} while others come first.
	 */
	@Nullable Turn present() {
		return this.present;
	}

	/**
	 * Returns whether nobody would give the turn to the next caller.
	 */
	boolean isOverdue() {
		Turn present = this.present;
		if (this.yielding || this.releasing) {
			// It goes on when that release was sent or decided, which may fail as well.
			Turn releaser = this.releaser;
			return releaser != null && releaser.isOverdue();
		}
		return present == null || present.isOverdue();
	}

	@Nullable QuorumWatch watch() {
		return this.watch;
	}

	/**
	 * Takes a watch if it has none and somebody waits for the lock.
	 */
	LocalQueue watchedBy(QuorumWatch watch) {
		if (this.watch == null && (this.present != null || hasWaiting())) {
			this.watch = watch;
		}
		return this;
	}

}
