package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.List;

import dev.redlock.benchmarks.Settings;
import dev.redlock.benchmarks.contender.Kind;

/**
 * (d) The cycles on one to nine nodes.
 */
final class NodeCounts implements Scenario.Body {

	private static final List<Integer> COUNTS = List.of(1, 3, 5, 7, 9);

	private static final List<Integer> THREADS = List.of(1, 64);

	private static final List<Kind> KINDS = List.of(Kind.OURS, Kind.LETTUCE_QUORUM);

	@Override
	public void run(Measurement measurement) throws Exception {
		try (Servers servers = Servers.start(9)) {
			warmUp(measurement, servers);
			for (int count : measurement.shifted(COUNTS, 0)) {
				measure(measurement, servers, count);
			}
		}
	}

	private void warmUp(Measurement measurement, Servers servers) throws InterruptedException {
		try (OpenContenders contenders = OpenContenders.open(KINDS, servers.uris(), 64)) {
			for (Kind kind : measurement.shifted(KINDS, 0)) {
				contenders.load(kind).run(Threads.platform(8), 8, Duration.ZERO, measurement.settings().warmUp());
			}
		}
	}

	private void measure(Measurement measurement, Servers servers, int count) throws Exception {
		Settings settings = measurement.settings();
		try (OpenContenders contenders = OpenContenders.open(KINDS, servers.uris().subList(0, count), 64)) {
			for (int threads : THREADS) {
				for (Kind kind : measurement.shifted(KINDS, count)) {
					String variant = count + ((count == 1) ? " node, " : " nodes, ") + DistinctKeys.variant(threads);
					measurement.measure(variant, kind.title(), () -> {
						servers.flush();
						return contenders.load(kind)
							.run(Threads.platform(threads), threads, settings.settle(), settings.measured());
					});
				}
			}
		}
	}

}
