package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Map;

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
				LoadProcesses contenders = LoadProcesses.start(all, servers.uris(), THREADS)) {
			for (Kind kind : measurement.shifted(all, 0)) {
				contenders.run(kind, new LoadCommand(THREADS, true, Duration.ZERO, settings.warmUp()));
			}
			for (Kind kind : measurement.shifted(all, 1)) {
				measurement.measure(THREADS + " platform threads", kind.title(), () -> {
					servers.flush();
					return contenders.run(kind,
							new LoadCommand(THREADS, false, settings.settle(), settings.measured()));
				});
			}
			for (Kind kind : measurement.shifted(all, 2)) {
				measurement.measure(THREADS + " virtual threads", kind.title(), () -> {
					servers.flush();
					Map<String, Double> values = contenders.run(kind,
							new LoadCommand(THREADS, true, settings.settle(), settings.measured()));
					// The JVM does not say what virtual threads allocate.
					values.remove("allocated_per_cycle_bytes");
					return values;
				});
			}
		}
	}

}
