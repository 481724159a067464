package dev.redlock.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Contender.Hold;

/**
 * All acquires of some threads with their times, also those that never came back.
 */
final class Calls {

	private final ConcurrentLinkedQueue<Caller> callers = new ConcurrentLinkedQueue<>();

	/**
	 * Acquires and releases until the end or an interrupt.
	 * @param contender the contender
	 * @param key the thread's key
	 * @param end when to stop
	 */
	void cycle(Contender contender, String key, long end) {
		Caller caller = new Caller();
		this.callers.add(caller);
		while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
			caller.cycle(contender, key);
		}
	}

	/**
	 * Adds what is known about the calls that something holds for.
	 * @param name what the values are called
	 * @param seconds the length of the window
	 * @param window which calls to look at
	 * @param values takes the values
	 */
	void put(String name, double seconds, Predicate<Call> window, Map<String, Double> values) {
		Latencies latencies = new Latencies();
		long granted = 0;
		long failed = 0;
		for (Call call : all()) {
			if (window.test(call)) {
				latencies.record(call.ended() - call.begun());
				granted += call.granted() ? 1 : 0;
				failed += call.granted() ? 0 : 1;
			}
		}
		if (latencies.count() > 0) {
			values.put(name + "_p50_us", latencies.micros(50));
			values.put(name + "_p99_us", latencies.micros(99));
			values.put(name + "_max_us", latencies.maxMicros());
		}
		values.put(name + "_acquires_per_s", granted / seconds);
		values.put(name + "_failures", (double) failed);
	}

	private List<Call> all() {
		long now = System.nanoTime();
		List<Call> all = new ArrayList<>();
		for (Caller caller : this.callers) {
			all.addAll(caller.calls);
			Long begun = caller.underWay;
			if (begun != null) {
				all.add(new Call(begun, now, false));
			}
		}
		return all;
	}

	/**
	 * One acquire.
	 *
	 * @param begun when it was called
	 * @param ended when it returned, or until when it had not
	 * @param granted whether it brought the lock
	 */
	record Call(long begun, long ended, boolean granted) {

		boolean overlaps(long from, long to) {
			return this.begun < to && this.ended >= from;
		}

	}

	private static final class Caller {

		private final ConcurrentLinkedQueue<Call> calls = new ConcurrentLinkedQueue<>();

		private volatile @Nullable Long underWay;

		void cycle(Contender contender, String key) {
			long begun = System.nanoTime();
			this.underWay = begun;
			Hold hold;
			try {
				hold = contender.acquire(key);
			}
			catch (Exception ex) {
				hold = null;
			}
			this.calls.add(new Call(begun, System.nanoTime(), hold != null));
			this.underWay = null;
			if (hold != null) {
				release(hold);
			}
		}

		private static void release(Hold hold) {
			try {
				hold.release();
			}
			catch (Exception ex) {
				// The next acquire of the key shows it.
			}
		}

	}

}
