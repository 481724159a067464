package dev.redlock.drill.history;

import org.jspecify.annotations.Nullable;

/**
 * A time in which somebody took a resource for his own. All times are nanoseconds of the
 * system's monotonic clock, which the JVMs of one machine share.
 *
 * @param resource what was held
 * @param holder by whom, different for each lease
 * @param asked when the lease was asked for
 * @param from when the acquire had returned
 * @param until the last time that was read before the lease said that it is valid
 * @param fencingToken the token, if one was asked for
 * @param keptUntil until when nobody else may have the resource, as was asked for,
 * although it was released by then; {@code until} if that was not asked for
 */
public record Possession(String resource, String holder, long asked, long from, long until, @Nullable Long fencingToken,
		long keptUntil) {

}
