package dev.redlock.jedis;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * What was written at once and is not answered yet, in the order of the answers.
 * Thread-safe.
 */
final class Written {

	private final List<Exchange> exchanges;

	private final AtomicInteger answered = new AtomicInteger();

	/**
	 * Creates what was written.
	 * @param exchanges what it was, at least one
	 */
	Written(List<Exchange> exchanges) {
		this.exchanges = exchanges;
	}

	/**
	 * Returns what is answered next.
	 */
	Exchange next() {
		return this.exchanges.get(this.answered.get());
	}

	/**
	 * Goes on to what is answered after this, unless somebody else has done so.
	 * @param exchange what was to be answered next
	 * @return {@code false} if it is the last, which remains
	 */
	boolean goOnFrom(Exchange exchange) {
		int index = this.answered.get();
		if (this.exchanges.get(index) != exchange) {
			return true;
		}
		if (index + 1 == this.exchanges.size()) {
			return false;
		}
		this.answered.compareAndSet(index, index + 1);
		return true;
	}

	Stream<Call> calls() {
		return this.exchanges.stream().skip(this.answered.get()).flatMap((exchange) -> exchange.calls().stream());
	}

}
