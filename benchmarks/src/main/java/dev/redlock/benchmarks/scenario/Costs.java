package dev.redlock.benchmarks.scenario;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

/**
 * What the JVM has used so far.
 *
 * @param cpuNanos CPU time of all threads
 * @param allocatedBytes what the live threads have allocated
 */
record Costs(long cpuNanos, long allocatedBytes) {

	static Costs now() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long allocated = Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
			.filter((bytes) -> bytes > 0)
			.sum();
		return new Costs(cpuNow(), allocated);
	}

	static long cpuNow() {
		return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
	}

	Costs since(Costs earlier) {
		return new Costs(this.cpuNanos - earlier.cpuNanos, this.allocatedBytes - earlier.allocatedBytes);
	}

}
