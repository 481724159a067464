package dev.redlock.drill.history;

import java.util.LinkedHashMap;
import java.util.Map;

import com.google.common.collect.Range;
import com.google.common.collect.RangeMap;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeMap;
import com.google.common.collect.TreeRangeSet;

/**
 * When what was not as it should be. Belongs to one thread.
 */
public final class Disturbances {

	private final int tolerated;

	private final Map<Object, RangeSet<Long>> ofServers = new LinkedHashMap<>();

	private final RangeSet<Long> ofClients = TreeRangeSet.create();

	/**
	 * Creates it without any.
	 * @param tolerated how many servers may be disturbed at once without anybody's
	 * noticing
	 */
	public Disturbances(int tolerated) {
		this.tolerated = tolerated;
	}

	/**
	 * Adds one of a server.
	 * @param server what was disturbed, for at least one client
	 * @param from since when
	 * @param until until when
	 */
	public void ofServer(Object server, long from, long until) {
		this.ofServers.computeIfAbsent(server, (key) -> TreeRangeSet.create()).add(Range.closed(from, until));
	}

	/**
	 * Adds one of a client, which may have all locks.
	 * @param from since when
	 * @param until until when
	 */
	public void ofClient(long from, long until) {
		this.ofClients.add(Range.closed(from, until));
	}

	/**
	 * Returns when those who wanted a lock could get one.
	 * @param from the beginning
	 * @param until the end
	 * @return the times
	 */
	RangeSet<Long> calm(long from, long until) {
		RangeMap<Long, Integer> disturbed = TreeRangeMap.create();
		this.ofServers.values()
			.forEach((ranges) -> ranges.asRanges().forEach((range) -> disturbed.merge(range, 1, Integer::sum)));
		RangeSet<Long> calm = TreeRangeSet.create();
		calm.add(Range.open(from, until));
		disturbed.asMapOfRanges().forEach((range, servers) -> {
			if (servers > this.tolerated) {
				calm.remove(range);
			}
		});
		calm.removeAll(this.ofClients);
		return calm;
	}

}
