package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Contender.Hold;

/**
 * Threads that acquire and release keys of their own as fast as they can.
 */
final class Load {

	private static final int KEYS = 64;

	// A contender that is slow has to get into its stride first, but not for ever.
	private static final Duration LONGEST_SETTLING = Duration.ofSeconds(2);

	private final Contender contender;

	private final String prefix;

	private volatile long from = Long.MAX_VALUE;

	private volatile long to = Long.MAX_VALUE;

	Load(Contender contender, String prefix) {
		this.contender = contender;
		this.prefix = prefix;
	}

	Map<String, Double> run(ExecutorService executor, int threads, Duration settle, Duration measured)
			throws InterruptedException {
		Queue<Tally> tallies = new ConcurrentLinkedQueue<>();
		CountDownLatch firstCycles = new CountDownLatch(threads);
		for (int thread = 0; thread < threads; thread++) {
			String[] keys = keys(thread);
			executor.execute(() -> tallies.add(cycle(keys, firstCycles)));
		}
		Threads.sleepUntil(System.nanoTime() + settle.toNanos());
		firstCycles.await(LONGEST_SETTLING.toMillis(), TimeUnit.MILLISECONDS);
		Costs before = Costs.now();
		long start = System.nanoTime();
		this.from = start;
		this.to = start + measured.toNanos();
		Threads.sleepUntil(this.to);
		Costs costs = Costs.now().since(before);
		boolean ended = Threads.end(executor);
		Map<String, Double> values = values(tallies, measured, costs);
		values.put("stalled_threads", ended ? 0 : (double) threads - tallies.size());
		return values;
	}

	private String[] keys(int thread) {
		String[] keys = new String[KEYS];
		for (int i = 0; i < KEYS; i++) {
			keys[i] = this.prefix + ":" + thread + ":" + i;
		}
		return keys;
	}

	private Tally cycle(String[] keys, CountDownLatch firstCycles) {
		Tally tally = new Tally();
		long begun;
		for (int i = 0; (begun = System.nanoTime()) < this.to && !Thread.currentThread().isInterrupted(); i++) {
			Hold hold = tryAcquire(keys[i % KEYS]);
			long acquired = System.nanoTime();
			boolean done = hold != null && tryRelease(hold);
			long ended = System.nanoTime();
			if (ended >= this.from && ended < this.to) {
				tally.add(done, acquired - begun);
			}
			if (i == 0) {
				firstCycles.countDown();
			}
		}
		return tally;
	}

	private @Nullable Hold tryAcquire(String key) {
		try {
			return this.contender.acquire(key);
		}
		catch (Exception ex) {
			return null;
		}
	}

	private static boolean tryRelease(Hold hold) {
		try {
			hold.release();
			return true;
		}
		catch (Exception ex) {
			return false;
		}
	}

	private static Map<String, Double> values(Queue<Tally> tallies, Duration measured, Costs costs) {
		Tally sum = new Tally();
		tallies.forEach(sum::add);
		Map<String, Double> values = new LinkedHashMap<>();
		long cycles = sum.latencies.count();
		values.put("cycles_per_s", cycles * 1e9 / measured.toNanos());
		sum.latencies.putPercentiles("acquire", values);
		if (cycles > 0) {
			values.put("cpu_per_cycle_us", costs.cpuNanos() / 1e3 / cycles);
			values.put("allocated_per_cycle_bytes", (double) costs.allocatedBytes() / cycles);
		}
		values.put("failures", (double) sum.failures);
		return values;
	}

	private static final class Tally {

		private final Latencies latencies = new Latencies();

		private long failures;

		void add(boolean done, long latency) {
			if (done) {
				this.latencies.record(latency);
			}
			else {
				this.failures++;
			}
		}

		void add(Tally other) {
			this.latencies.add(other.latencies);
			this.failures += other.failures;
		}

	}

}
