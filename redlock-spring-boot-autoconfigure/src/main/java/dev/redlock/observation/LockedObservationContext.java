package dev.redlock.observation;

import java.util.OptionalLong;

import io.micrometer.observation.Observation;

import dev.redlock.LockRequest;

/**
 * What is known of work under a lock: from its start what it locks, later the fencing
 * token and the outcome.
 */
public final class LockedObservationContext extends Observation.Context {

	private final LockRequest request;

	private volatile OptionalLong fencingToken = OptionalLong.empty();

	private volatile LockedOutcome outcome = LockedOutcome.UNKNOWN;

	/**
	 * Creates the context of work that begins.
	 * @param request what it locks
	 */
	public LockedObservationContext(LockRequest request) {
		this.request = request;
	}

	/**
	 * Returns what the work locks.
	 * @return the request
	 */
	public LockRequest getRequest() {
		return this.request;
	}

	/**
	 * Returns the fencing token of the lease.
	 * @return the token, empty without a lease or if none was asked for
	 */
	public OptionalLong getFencingToken() {
		return this.fencingToken;
	}

	void setFencingToken(OptionalLong fencingToken) {
		this.fencingToken = fencingToken;
	}

	/**
	 * Returns what came of the work.
	 * @return the outcome, {@link LockedOutcome#UNKNOWN} until it has ended
	 */
	public LockedOutcome getOutcome() {
		return this.outcome;
	}

	void setOutcome(LockedOutcome outcome) {
		this.outcome = outcome;
	}

}
