package dev.redlock.quorum;

import org.jspecify.annotations.Nullable;

import dev.redlock.LossReason;

/**
 * A lease is held, then released, lost or handed over. Compared by identity.
 */
final class LeaseState {

	static final LeaseState HELD = new LeaseState(null);

	static final LeaseState RELEASED = new LeaseState(null);

	/** Released before anybody got it. */
	static final LeaseState GIVEN_BACK = new LeaseState(null);

	static final LeaseState HANDED_OVER = new LeaseState(null);

	private final @Nullable LossReason loss;

	private LeaseState(@Nullable LossReason loss) {
		this.loss = loss;
	}

	static LeaseState lost(LossReason reason) {
		return new LeaseState(reason);
	}

	/**
	 * Returns why the lease was lost, or {@code null} if it was not.
	 */
	@Nullable LossReason loss() {
		return this.loss;
	}

	@Override
	public String toString() {
		return (this == HELD) ? "HELD" : (this == RELEASED || this == GIVEN_BACK) ? "RELEASED"
				: (this == HANDED_OVER) ? "HANDED_OVER" : "LOST";
	}

}
