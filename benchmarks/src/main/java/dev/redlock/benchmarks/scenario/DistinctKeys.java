package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

import dev.redlock.benchmarks.Settings;
import dev.redlock.benchmarks.contender.Kind;

/**
 * (a) Uncontended cycles of acquire and release, on more and more threads.
 */
final class DistinctKeys implements Scenario.Body {

	private static final int NODES = 5;

	private static final int WARM_UP_THREADS = 16;

	@Override
	public void run(Measurement measurement) throws Exception {
		List<Kind> all = List.of(Kind.values());
		Settings settings = measurement.settings();
		List<Integer> levels = settings.threads();
		try (Servers servers = Servers.start(NODES);
				BareWire wire = new BareWire(servers.nodes());
				LoadProcesses contenders = LoadProcesses.start(all, servers.uris(), Collections.max(levels))) {
			for (Kind kind : measurement.shifted(all, 0)) {
				contenders.run(kind, new LoadCommand(WARM_UP_THREADS, false, Duration.ZERO, settings.warmUp()));
			}
			// The fewest threads last, when everything is compiled.
			for (int round = levels.size() - 1; round >= 0; round--) {
				int threads = levels.get(round);
				for (Kind kind : measurement.shifted(all, round)) {
					servers.flush();
					measurement.record(variant(threads), kind.title(), contenders.run(kind,
							new LoadCommand(threads, false, settings.settle(), settings.measured())));
				}
				servers.flush();
				measurement.record(variant(threads), BareWire.TITLE,
						wire.run(threads, settings.settle(), settings.measured()));
			}
		}
	}

	static String variant(int threads) {
		return threads + ((threads == 1) ? " thread" : " threads");
	}

}
