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
			for (int level = levels.size() - 1; level >= 0; level--) {
				for (int round = 0; round < settings.rounds(); round++) {
					int shift = level * settings.rounds() + round;
					measure(levels.get(level), measurement.shifted(all, shift), contenders, servers, measurement);
				}
				servers.flush();
				int threads = levels.get(level);
				measurement.measure(variant(threads), BareWire.TITLE,
						() -> wire.run(threads, settings.settle(), settings.measured()));
			}
		}
	}

	private static void measure(int threads, List<Kind> kinds, LoadProcesses contenders, Servers servers,
			Measurement measurement) throws Exception {
		LoadCommand command = new LoadCommand(threads, false, measurement.settings().settle(),
				measurement.settings().measured());
		for (Kind kind : kinds) {
			measurement.measure(variant(threads), kind.title(), () -> {
				servers.flush();
				return contenders.run(kind, command);
			});
		}
	}

	static String variant(int threads) {
		return threads + ((threads == 1) ? " thread" : " threads");
	}

}
