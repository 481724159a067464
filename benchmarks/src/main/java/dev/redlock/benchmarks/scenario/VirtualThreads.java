package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;

import dev.redlock.benchmarks.Settings;
import dev.redlock.benchmarks.contender.Kind;

/**
 * (a) The cycles on virtual threads, beside as many platform threads of the same JDK.
 */
final class VirtualThreads implements Scenario.Body {

	private static final int NODES = 5;

	private static final int THREADS = 256;

	@Override
	public void run(Measurement measurement) throws Exception {
		List<Kind> all = List.of(Kind.values());
		Settings settings = measurement.settings();
		try (Servers servers = Servers.start(NODES);
				OpenContenders contenders = OpenContenders.open(all, servers.uris(), THREADS)) {
			for (Kind kind : measurement.shifted(all, 0)) {
				contenders.load(kind).run(Threads.virtual(), THREADS, Duration.ZERO, settings.warmUp());
			}
			for (Kind kind : measurement.shifted(all, 1)) {
				servers.flush();
				measurement.record(THREADS + " platform threads", kind.title(), contenders.load(kind)
					.run(Threads.platform(THREADS), THREADS, settings.settle(), settings.measured()));
			}
			for (Kind kind : measurement.shifted(all, 2)) {
				servers.flush();
				ExecutorService executor = Threads.virtual();
				Map<String, Double> values = contenders.load(kind)
					.run(executor, THREADS, settings.settle(), settings.measured());
				// The JVM does not say what virtual threads allocate.
				values.remove("allocated_per_cycle_bytes");
				measurement.record(THREADS + " virtual threads", kind.title(), values);
			}
		}
	}

}
