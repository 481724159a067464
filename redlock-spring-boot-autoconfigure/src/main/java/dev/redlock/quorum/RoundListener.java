package dev.redlock.quorum;

/**
 * Told how a {@link Round} ends.
 */
interface RoundListener {

	/**
	 * The round is decided.
	 * @param round the round
	 * @param reached whether a quorum did what it was asked to do
	 */
	void onVerdict(Round round, boolean reached);

	/**
	 * One more node has answered after the verdict, maybe while that is told.
	 * @param round the round
	 */
	default void onLate(Round round) {
	}

	/**
	 * Every node has answered, timed out, or was found unreachable, and the verdict was
	 * told.
	 * @param round the round
	 */
	default void onComplete(Round round) {
	}

}
