package dev.redlock.observation;

import java.util.Locale;

import io.micrometer.common.KeyValues;

import dev.redlock.observation.RedlockObservation.HighKey;
import dev.redlock.observation.RedlockObservation.LowKey;

/**
 * The usual {@link LockedObservationConvention}; to be extended by one that changes only
 * some of it.
 */
public class DefaultLockedObservationConvention implements LockedObservationConvention {

	/**
	 * Creates the convention.
	 */
	public DefaultLockedObservationConvention() {
	}

	@Override
	public String getName() {
		return "redlock.locked";
	}

	@Override
	public String getContextualName(LockedObservationContext context) {
		return "locked " + context.getRequest().name();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(LockedObservationContext context) {
		return KeyValues.of(LowKey.LOCK.withValue(context.getRequest().name()),
				LowKey.OUTCOME.withValue(text(context.getOutcome())));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(LockedObservationContext context) {
		KeyValues key = KeyValues.of(HighKey.KEY.withValue(String.join(",", context.getRequest().resources())));
		return context.getFencingToken().isPresent()
				? key.and(HighKey.FENCING_TOKEN.withValue(Long.toString(context.getFencingToken().getAsLong()))) : key;
	}

	static String text(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

}
