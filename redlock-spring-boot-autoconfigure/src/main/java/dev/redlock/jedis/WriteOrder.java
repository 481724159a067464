package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * In which order, and in how many commands, a connection carries what is written at once:
 * releases become one command that comes first, except for those before which another
 * command for their key was sent (S4).
 */
final class WriteOrder {

	private WriteOrder() {
	}

	/**
	 * Puts what is to be written into order.
	 * @param queued what is to be written, in the order in which it was sent
	 * @return the same calls
	 */
	static List<Exchange> of(List<Exchange> queued) {
		if (queued.size() < 2) {
			return queued;
		}
		List<Call> releases = new ArrayList<>(queued.size());
		List<Exchange> others = new ArrayList<>(queued.size());
		Set<String> keys = new HashSet<>();
		for (Exchange exchange : queued) {
			if (exchange instanceof Call call) {
				if (ReleaseBatch.takes(call) && !keys.contains(call.keys().get(0))) {
					releases.add(call);
					continue;
				}
				keys.addAll(call.keys());
			}
			else {
				exchange.calls().forEach((call) -> keys.addAll(call.keys()));
			}
			others.add(exchange);
		}
		return (releases.size() > 1) ? releasesFirst(releases, others) : queued;
	}

	private static List<Exchange> releasesFirst(List<Call> releases, List<Exchange> others) {
		List<Exchange> order = new ArrayList<>(others.size() + 1);
		for (int from = 0; from < releases.size(); from += ReleaseBatch.MOST) {
			int to = Math.min(from + ReleaseBatch.MOST, releases.size());
			order.add(new ReleaseBatch(releases.subList(from, to)));
		}
		order.addAll(others);
		return order;
	}

}
