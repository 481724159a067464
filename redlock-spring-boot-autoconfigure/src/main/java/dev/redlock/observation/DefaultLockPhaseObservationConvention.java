package dev.redlock.observation;

import io.micrometer.common.KeyValues;

import dev.redlock.observation.RedlockObservation.LowKey;

/**
 * The usual {@link LockPhaseObservationConvention}; to be extended by one that changes
 * only some of it.
 */
public class DefaultLockPhaseObservationConvention implements LockPhaseObservationConvention {

	/**
	 * Creates the convention.
	 */
	public DefaultLockPhaseObservationConvention() {
	}

	@Override
	public String getName() {
		return "redlock.locked.phase";
	}

	@Override
	public String getContextualName(LockPhaseObservationContext context) {
		return DefaultLockedObservationConvention.text(context.getPhase()) + " " + context.getRequest().name();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(LockPhaseObservationContext context) {
		return KeyValues.of(LowKey.LOCK.withValue(context.getRequest().name()),
				LowKey.PHASE.withValue(DefaultLockedObservationConvention.text(context.getPhase())),
				LowKey.OUTCOME.withValue(DefaultLockedObservationConvention.text(context.getOutcome())));
	}

}
