package dev.redlock.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The name and the key values of the observations of the parts of work under a lock. A
 * bean of this type takes the place of the {@link DefaultLockPhaseObservationConvention}.
 */
public interface LockPhaseObservationConvention extends ObservationConvention<LockPhaseObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof LockPhaseObservationContext;
	}

}
