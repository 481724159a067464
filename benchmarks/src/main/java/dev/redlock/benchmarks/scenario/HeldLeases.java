package dev.redlock.benchmarks.scenario;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.contender.Ours;

/**
 * (e) What leases cost that are held and renewed.
 */
final class HeldLeases implements Scenario.Body {

	private static final Duration TTL = Duration.ofSeconds(60);

	// As long as it takes to renew all of them once.
	private static final Duration WATCHED = TTL.dividedBy(3);

	private static final Duration GLANCED_AT = Duration.ofSeconds(5);

	private static final int IN_FLIGHT = 128;

	private static final int MANY = 1_000;

	private static final int WARM_UP = 5_000;

	@Override
	public void run(Measurement measurement) throws Exception {
		try (Servers servers = Servers.start(5)) {
			Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
			Ours ours = new Ours(servers.uris(), 1);
			try {
				// So that classes and buffers don't count.
				release(acquire(WARM_UP, ours.redlock()));
				for (int count : measurement.settings().leases()) {
					servers.flush();
					measurement.record(variant(count), Kind.OURS.title(), hold(count, ours.redlock(), before));
				}
			}
			finally {
				ours.close();
			}
		}
	}

	static String variant(int count) {
		return "%,d".formatted(count) + ((count == 1) ? " lease" : " leases");
	}

	private Map<String, Double> hold(int count, Redlock redlock, Set<Thread> before) throws InterruptedException {
		Map<String, Double> values = new LinkedHashMap<>();
		long heapBefore = usedHeap();
		long start = System.nanoTime();
		Queue<Lease> leases = acquire(count, redlock);
		values.put("leases_acquired_per_s", leases.size() * 1e9 / (System.nanoTime() - start));
		putHeap("heap_per_lease_bytes", usedHeap() - heapBefore, count, values);
		long cpuBefore = Costs.cpuNow();
		long watchedFrom = System.nanoTime();
		Threads.sleepUntil(watchedFrom + ((count > MANY) ? WATCHED : GLANCED_AT).toNanos());
		values.put("cpu_percent_of_a_core", 100.0 * (Costs.cpuNow() - cpuBefore) / (System.nanoTime() - watchedFrom));
		values.put("extensions_per_lease", leases.stream().mapToInt(Lease::extensions).sum() / (double) count);
		values.put("lost_leases", count - (double) leases.stream().filter(Lease::isValid).count());
		putHeap("heap_per_renewed_lease_bytes", usedHeap() - heapBefore, count, values);
		List<String> threads = libraryThreads(before);
		values.put("library_threads", (double) threads.size());
		threads.forEach((name) -> values.merge("thread_" + name, 1.0, Double::sum));
		release(leases);
		return values;
	}

	// What few leases use drowns in everything else.
	static void putHeap(String name, long bytes, int count, Map<String, Double> values) {
		if (count >= MANY) {
			values.put(name, (double) bytes / count);
		}
	}

	private static Queue<Lease> acquire(int count, Redlock redlock) throws InterruptedException {
		Queue<Lease> leases = new ConcurrentLinkedQueue<>();
		Semaphore inFlight = new Semaphore(IN_FLIGHT);
		for (int i = 0; i < count; i++) {
			inFlight.tryAcquire(10, TimeUnit.SECONDS);
			redlock.acquireAsync(LockRequest.of("held:" + i).withTtl(TTL)).whenComplete((lease, ex) -> {
				if (lease != null) {
					leases.add(lease);
				}
				inFlight.release();
			});
		}
		inFlight.tryAcquire(IN_FLIGHT, 10, TimeUnit.SECONDS);
		return leases;
	}

	private static void release(Queue<Lease> leases) throws InterruptedException {
		Semaphore inFlight = new Semaphore(IN_FLIGHT);
		for (Lease lease : leases) {
			inFlight.tryAcquire(10, TimeUnit.SECONDS);
			lease.releaseAsync().whenComplete((outcome, ex) -> inFlight.release());
		}
		inFlight.tryAcquire(IN_FLIGHT, 10, TimeUnit.SECONDS);
		leases.clear();
	}

	private static long usedHeap() {
		for (int i = 0; i < 3; i++) {
			System.gc();
			Threads.sleepUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200));
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	// The common pool is the JVM's.
	private static List<String> libraryThreads(Set<Thread> before) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> !before.contains(thread))
			.map(Thread::getName)
			.filter((name) -> !name.startsWith("ForkJoinPool.commonPool"))
			.sorted()
			.collect(Collectors.toList());
	}

}
