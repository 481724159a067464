package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * In which order, and in how many commands, a connection carries what is written at once:
 * releases become one command that comes first, except for those before which another
 * command for their key was sent (S4).
 */
final class WriteOrder {

	/** So that few of the keys of a large batch share one with another by chance. */
	private static final int BITS_EACH = 32;

	private final List<Call> releases;

	private final List<Exchange> others;

	/**
	 * One bit for the hash code of each key of the others. Most keys are told apart by
	 * that, which costs less than a set.
	 */
	private final BitSet bits;

	private final int lastBit;

	private WriteOrder(int size) {
		this.lastBit = BITS_EACH * Integer.highestOneBit(size) - 1;
		this.bits = new BitSet(this.lastBit + 1);
		this.releases = new ArrayList<>(size);
		this.others = new ArrayList<>(size);
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
		WriteOrder order = new WriteOrder(queued.size());
		for (Exchange exchange : queued) {
			order.add(exchange);
		}
		return (order.releases.size() > 1) ? order.releasesFirst() : queued;
	}

	private void add(Exchange exchange) {
		if (exchange instanceof Call call) {
			if (ReleaseBatch.takes(call) && !isAmongOthers(call.keys().get(0))) {
				this.releases.add(call);
				return;
			}
			addBits(call);
		}
		else {
			exchange.calls().forEach(this::addBits);
		}
		this.others.add(exchange);
	}

	private void addBits(Call call) {
		List<String> keys = call.keys();
		for (int i = 0; i < keys.size(); i++) {
			this.bits.set(bit(keys.get(i)));
		}
	}

	private int bit(String key) {
		return key.hashCode() & this.lastBit;
	}

	private boolean isAmongOthers(String key) {
		return this.bits.get(bit(key)) && isReallyAmongOthers(key);
	}

	private boolean isReallyAmongOthers(String key) {
		for (Exchange other : this.others) {
			for (Call call : other.calls()) {
				if (call.keys().contains(key)) {
					return true;
				}
			}
		}
		return false;
	}

	private List<Exchange> releasesFirst() {
		List<Exchange> order = new ArrayList<>(this.others.size() + 1);
		for (int from = 0; from < this.releases.size(); from += ReleaseBatch.MOST) {
			int to = Math.min(from + ReleaseBatch.MOST, this.releases.size());
			order.add(new ReleaseBatch(this.releases.subList(from, to)));
		}
		order.addAll(this.others);
		return order;
	}

}
