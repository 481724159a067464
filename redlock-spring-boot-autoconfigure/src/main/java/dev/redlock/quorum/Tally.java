package dev.redlock.quorum;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Counts the nodes of a round until they decide (S3). Thread-safe: whatever happens at
 * once, exactly one change decides, and later exactly one completes.
 */
final class Tally {

	/** One node did what it was asked to do. */
	private static final int DONE = 1;

	/** One node did not, and will not. */
	private static final int DENIED = 1 << 8;

	private static final int ASKED = 1 << 16;

	private static final int TOLD = 1 << 17;

	private static final int COUNT = 0xff;

	private static final AtomicIntegerFieldUpdater<Tally> STATE = AtomicIntegerFieldUpdater.newUpdater(Tally.class,
			"state");

	private final Quorum quorum;

	private volatile int state;

	Tally(Quorum quorum) {
		this.quorum = quorum;
	}

	/**
	 * Counts one node.
	 * @param done whether it did what it was asked to do
	 */
	Effect count(boolean done) {
		return change(done ? DONE : DENIED);
	}

	/**
	 * Every node was asked: no verdict before, or what follows it would overtake.
	 */
	Effect asked() {
		return change(ASKED);
	}

	/**
	 * The verdict was told: the round is not complete before.
	 */
	Effect told() {
		return change(TOLD);
	}

	private Effect change(int change) {
		int before = STATE.getAndAdd(this, change);
		int after = before + change;
		// What counts only ever grows, so that it becomes true with one change.
		if (isDecided(after) && !isDecided(before)) {
			return Effect.DECIDED;
		}
		if (isComplete(after) && !isComplete(before)) {
			return Effect.COMPLETED;
		}
		return (isDecided(before) && change != TOLD) ? Effect.LATE : Effect.NONE;
	}

	/**
	 * Returns whether there is a verdict, which stays as it is.
	 */
	boolean isDecided() {
		return isDecided(this.state);
	}

	/**
	 * Returns whether a quorum did what it was asked to do.
	 */
	boolean isReached() {
		return isReached(this.state);
	}

	private boolean isDecided(int state) {
		return (state & ASKED) != 0 && (isReached(state) || denied(state) >= this.quorum.denials());
	}

	private boolean isReached(int state) {
		return done(state) >= this.quorum.size();
	}

	private boolean isComplete(int state) {
		return (state & TOLD) != 0 && done(state) + denied(state) == this.quorum.nodes();
	}

	private static int done(int state) {
		return state & COUNT;
	}

	private static int denied(int state) {
		return (state / DENIED) & COUNT;
	}

	/**
	 * What a change brought about.
	 */
	enum Effect {

		/** There is a verdict from now on. */
		DECIDED,

		/** One more node was counted after that, maybe before the verdict was told. */
		LATE,

		/** No node is missing any more, and the verdict was told. */
		COMPLETED,

		NONE

	}

}
