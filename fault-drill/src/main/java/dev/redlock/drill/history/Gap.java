package dev.redlock.drill.history;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeSet;

/**
 * The longest time in which nobody held anything, though somebody could have.
 *
 * @param longest how long it was
 * @param calm for how long somebody could in all
 */
public record Gap(Duration longest, Duration calm) {

	/**
	 * Looks for it.
	 * @param possessions what was held
	 * @param disturbances when what was not as it should be
	 * @param from where to begin
	 * @param until where to end
	 * @return the gap
	 */
	public static Gap of(List<Possession> possessions, Disturbances disturbances, long from, long until) {
		RangeSet<Long> idle = disturbances.calm(from, until);
		Duration calm = idle.asRanges().stream().map(Gap::length).reduce(Duration.ZERO, Duration::plus);
		RangeSet<Long> held = TreeRangeSet.create();
		possessions.forEach((possession) -> held.add(Range.closed(possession.from(), possession.until())));
		idle.removeAll(held);
		return new Gap(idle.asRanges().stream().map(Gap::length).max(Comparator.naturalOrder()).orElse(Duration.ZERO),
				calm);
	}

	private static Duration length(Range<Long> range) {
		return Duration.ofNanos(range.upperEndpoint() - range.lowerEndpoint());
	}

}
