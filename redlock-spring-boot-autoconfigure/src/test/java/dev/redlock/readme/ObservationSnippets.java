package dev.redlock.readme;

import io.micrometer.common.KeyValues;
import org.springframework.stereotype.Component;

import dev.redlock.observation.DefaultLockedObservationConvention;
import dev.redlock.observation.LockedObservationContext;

/**
 * The snippets of the documentation about observations.
 */
class ObservationSnippets {

	// tag::convention[]
	@Component
	static class TeamConvention extends DefaultLockedObservationConvention {

		@Override
		public KeyValues getLowCardinalityKeyValues(LockedObservationContext context) {
			return super.getLowCardinalityKeyValues(context).and("team", "orders");
		}

	}
	// end::convention[]

}
