package dev.redlock.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The name and the key values of the observation of work under a lock. A bean of this
 * type takes the place of the {@link DefaultLockedObservationConvention}.
 */
public interface LockedObservationConvention extends ObservationConvention<LockedObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof LockedObservationContext;
	}

}
