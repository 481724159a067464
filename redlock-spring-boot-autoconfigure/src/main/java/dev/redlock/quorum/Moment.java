package dev.redlock.quorum;

import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * When nodes were asked, by a clock that they share.
 *
 * @param clock the clock
 * @param nanos what it said
 */
record Moment(LongSupplier clock, long nanos) {

	/**
	 * Returns the moment by a clock, at which nobody looks again if it is known.
	 * @param clock the clock
	 * @param known the moment by another clock or the same, if any
	 */
	static Moment by(LongSupplier clock, @Nullable Moment known) {
		return (known != null && known.clock == clock) ? known : new Moment(clock, clock.getAsLong());
	}

}
