package dev.redlock.benchmarks.scenario;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import dev.redlock.benchmarks.Settings;
import dev.redlock.benchmarks.contender.Kind;

/**
 * (f) What the annotation costs beside the lock, by JMH.
 */
final class Aspect implements Scenario.Body {

	private static final String ALLOCATED = "gc.alloc.rate.norm";

	private static final List<String> METHODS = List.of("bare", "programmatic", "annotated", "observed");

	@Override
	public void run(Measurement measurement) throws Exception {
		Map<String, List<Cost>> costs = costs(measurement.settings());
		List<Cost> bare = costs.getOrDefault("bare", List.of());
		List<Cost> programmatic = costs.getOrDefault("programmatic", List.of());
		List<Cost> annotated = costs.getOrDefault("annotated", List.of());
		record("bare method", bare, measurement);
		record("execute(..) on a stub", programmatic, measurement);
		record("annotated method on a stub", annotated, measurement);
		record("annotated minus bare", minus(annotated, bare), measurement);
		record("annotated minus execute(..)", minus(annotated, programmatic), measurement);
		record("annotated, observed minus bare", minus(costs.getOrDefault("observed", List.of()), bare), measurement);
		requireComplete(costs, measurement.settings().forks());
	}

	/**
	 * JMH goes on without a fork that has failed.
	 */
	static void requireComplete(Map<String, List<Cost>> costs, int forks) {
		for (String method : METHODS) {
			int measured = costs.getOrDefault(method, List.of()).size();
			if (measured != forks) {
				throw new IllegalStateException(
						"JMH has measured '%s' in %d forks instead of %d".formatted(method, measured, forks));
			}
		}
	}

	private static Map<String, List<Cost>> costs(Settings settings) throws RunnerException {
		int iterations = settings.quick() ? 2 : 3;
		Collection<RunResult> results = new Runner(new OptionsBuilder().include(AspectBenchmark.class.getName())
			.addProfiler(GCProfiler.class)
			.forks(settings.forks())
			.warmupIterations(iterations)
			.warmupTime(TimeValue.milliseconds(600))
			.measurementIterations(iterations)
			.measurementTime(TimeValue.milliseconds(500))
			.build(), OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL)).run();
		Map<String, List<Cost>> costs = new LinkedHashMap<>();
		for (RunResult result : results) {
			costs.put(result.getPrimaryResult().getLabel(),
					result.getBenchmarkResults().stream().map(Aspect::cost).toList());
		}
		return costs;
	}

	private static Cost cost(BenchmarkResult result) {
		double allocated = Double.NaN;
		for (Result<?> secondary : result.getSecondaryResults().values()) {
			if (secondary.getLabel().endsWith(ALLOCATED)) {
				allocated = secondary.getScore();
			}
		}
		return new Cost(result.getPrimaryResult().getScore(), allocated);
	}

	// JMH starts the forks of one method after those of another, so any pairs will do.
	static List<Cost> minus(List<Cost> all, List<Cost> subtrahends) {
		List<Cost> differences = new ArrayList<>();
		for (int i = 0; i < Math.min(all.size(), subtrahends.size()); i++) {
			differences.add(new Cost(all.get(i).nanos() - subtrahends.get(i).nanos(),
					all.get(i).bytes() - subtrahends.get(i).bytes()));
		}
		return Collections.unmodifiableList(differences);
	}

	private static void record(String variant, List<Cost> costs, Measurement measurement) {
		for (int i = 0; i < costs.size(); i++) {
			measurement.inFork(i)
				.record(variant, Kind.OURS.title(),
						Map.of("call_ns", costs.get(i).nanos(), "call_bytes", costs.get(i).bytes()));
		}
	}

	/**
	 * What a call costs.
	 *
	 * @param nanos its time
	 * @param bytes what it allocates
	 */
	record Cost(double nanos, double bytes) {
	}

}
