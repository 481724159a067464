package dev.redlock.benchmarks;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.sun.management.OperatingSystemMXBean;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.jedis.JedisNode;
import dev.redlock.jedis.JedisNodeSettings;
import dev.redlock.jedis.NodeUri;
import dev.redlock.jedis.ReadLoops;
import dev.redlock.jedis.ServerRegistry;
import dev.redlock.quorum.ExecutorTimer;
import dev.redlock.quorum.QuorumRedlock;
import dev.redlock.quorum.QuorumSettings;
import dev.redlock.test.LocalRedis;

/**
 * What many leases cost that are held and renewed at once: heap, threads, CPU.
 */
public final class HeldLeases {

	private static final Duration TTL = Duration.ofSeconds(60);

	private static final Duration WATCHED = Duration.ofSeconds(60);

	private static final int IN_FLIGHT = 128;

	private HeldLeases() {
	}

	/**
	 * Acquires leases, watches them for a minute, and prints what they cost.
	 * @param args the number of leases
	 * @throws Exception if anything fails
	 */
	public static void main(String[] args) throws Exception {
		int count = Integer.parseInt(args[0]);
		List<LocalRedis> servers = LocalRedis.start(5);
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
				(task) -> new Thread(task, "redlock-timer"));
		timer.setRemoveOnCancelPolicy(true);
		ServerRegistry registry = new ServerRegistry();
		ReadLoops loops = new ReadLoops();
		List<JedisNode> nodes = servers.stream()
			.map((server) -> JedisNodeSettings.of(NodeUri.parse(server.uri())).withRestartGuard(null))
			.map((node) -> JedisNode.start(node, registry, loops, timer, System::nanoTime))
			.toList();
		try {
			for (JedisNode node : nodes) {
				node.awaitFirstAttempt(Duration.ofSeconds(5));
			}
			measure(count, new QuorumRedlock(nodes, QuorumSettings.defaults(), System::nanoTime,
					new ExecutorTimer(timer), ForkJoinPool.commonPool(), List.of()));
		}
		finally {
			nodes.forEach(JedisNode::close);
			loops.close();
			timer.shutdownNow();
			servers.forEach(LocalRedis::close);
		}
	}

	private static void measure(int count, QuorumRedlock redlock) throws Exception {
		// Warm, so that classes and buffers do not count.
		acquire(1000, redlock).forEach(Lease::close);
		long heapBefore = usedHeap();
		long start = System.nanoTime();
		List<Lease> leases = acquire(count, redlock);
		System.out.printf("acquired %,d leases in %.1f s%n", count, (System.nanoTime() - start) / 1e9);
		System.out.printf("heap per lease: %,d bytes%n", (usedHeap() - heapBefore) / count);
		System.out.printf("threads of the library: %s%n", threads());
		OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		long cpuBefore = system.getProcessCpuTime();
		LockSupport.parkNanos(WATCHED.toNanos());
		System.out.printf("CPU while renewing: %.1f%% of one core%n",
				100.0 * (system.getProcessCpuTime() - cpuBefore) / WATCHED.toNanos());
		System.out.printf("still valid after %d s: %,d; extensions: %,d; heap per lease then: %,d bytes%n",
				WATCHED.toSeconds(), leases.stream().filter(Lease::isValid).count(),
				leases.stream().mapToInt(Lease::extensions).sum(), (usedHeap() - heapBefore) / count);
		redlock.close();
	}

	private static List<Lease> acquire(int count, QuorumRedlock redlock) throws InterruptedException {
		List<Lease> leases = new ArrayList<>(count);
		Semaphore inFlight = new Semaphore(IN_FLIGHT);
		for (int i = 0; i < count; i++) {
			inFlight.acquire();
			redlock.acquireAsync(LockRequest.of("held:" + i).withTtl(TTL)).whenComplete((lease, ex) -> {
				synchronized (leases) {
					leases.add(lease);
				}
				inFlight.release();
			});
		}
		inFlight.tryAcquire(IN_FLIGHT, 1, TimeUnit.MINUTES);
		return leases;
	}

	private static long usedHeap() throws InterruptedException {
		for (int i = 0; i < 3; i++) {
			System.gc();
			TimeUnit.MILLISECONDS.sleep(200);
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	private static String threads() {
		List<String> names = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("redlock"))
			.toList();
		return names.size() + " (1 timer, 1 reader)";
	}

}
