package dev.redlock.observation;

import io.micrometer.observation.Observation;

import dev.redlock.LockRequest;

/**
 * What is known of a part of work under a lock.
 */
public final class LockPhaseObservationContext extends Observation.Context {

	private final LockRequest request;

	private final Phase phase;

	private volatile LockedOutcome outcome = LockedOutcome.UNKNOWN;

	/**
	 * Creates the context of a part that begins.
	 * @param request what the work locks
	 * @param phase which part of it begins
	 */
	public LockPhaseObservationContext(LockRequest request, Phase phase) {
		this.request = request;
		this.phase = phase;
	}

	/**
	 * Returns what the work locks.
	 * @return the request
	 */
	public LockRequest getRequest() {
		return this.request;
	}

	/**
	 * Returns which part of the work this is.
	 * @return the part
	 */
	public Phase getPhase() {
		return this.phase;
	}

	/**
	 * Returns what came of the part.
	 * @return the outcome, {@link LockedOutcome#UNKNOWN} until it has ended
	 */
	public LockedOutcome getOutcome() {
		return this.outcome;
	}

	void setOutcome(LockedOutcome outcome) {
		this.outcome = outcome;
	}

	/**
	 * The parts of work under a lock.
	 */
	public enum Phase {

		/**
		 * The acquire, with its wait.
		 */
		ACQUIRE,

		/**
		 * The body, until its work has ended.
		 */
		BODY

	}

}
