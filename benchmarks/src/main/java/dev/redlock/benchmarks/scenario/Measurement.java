package dev.redlock.benchmarks.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.redlock.benchmarks.CoreDistance;
import dev.redlock.benchmarks.Sample;
import dev.redlock.benchmarks.Settings;

/**
 * One run of a scenario in a JVM of its own.
 *
 * @param scenario the title of the scenario
 * @param fork the number of the JVM
 * @param settings how much to measure
 * @param probe measures how far apart the cores are
 * @param output takes the samples
 */
public record Measurement(String scenario, int fork, Settings settings, CoreProbe probe, Consumer<Sample> output) {

	private static final int TRIES = 3;

	/**
	 * Measures a turn, and how far apart the cores are. If they were moved meanwhile, the
	 * turn is handed in all the same, since something may have gone wrong in it, and
	 * followed by another.
	 * @param variant what was varied
	 * @param contender the title of the contender
	 * @param turn returns the measured values by their names
	 * @throws Exception if the turn fails
	 */
	void measure(String variant, String contender, Callable<Map<String, Double>> turn) throws Exception {
		boolean steady = false;
		for (int tried = 0; tried < TRIES && !steady; tried++) {
			Map<String, Double> values = new LinkedHashMap<>();
			CoreDistance cores = this.probe.around(() -> values.putAll(turn.call()));
			this.output.accept(new Sample(this.scenario, variant, contender, this.fork, cores, values));
			steady = cores.isSteady();
		}
	}

	/**
	 * Hands in what was measured.
	 * @param variant what was varied
	 * @param contender the title of the contender
	 * @param values the measured values by their names
	 */
	void record(String variant, String contender, Map<String, Double> values) {
		this.output.accept(new Sample(this.scenario, variant, contender, this.fork, null, values));
	}

	/**
	 * Returns this measurement for a JVM that the scenario forked itself.
	 * @param fork the number of that JVM
	 * @return the measurement
	 */
	Measurement inFork(int fork) {
		return new Measurement(this.scenario, fork, this.settings, this.probe, this.output);
	}

	/**
	 * Shifts the order of contenders, so that none is always the first or the last, and
	 * strides through them more or less widely, so that none always comes after the same
	 * one, whose traces the servers and the machine still bear.
	 * @param <T> the type of the contenders
	 * @param all the contenders
	 * @param round the number of the round in the JVM
	 * @return the contenders in the order of the round
	 */
	<T> List<T> shifted(List<T> all, int round) {
		return shifted(all, this.fork, round);
	}

	static <T> List<T> shifted(List<T> all, int fork, int round) {
		int size = all.size();
		int first = fork * (size / 2 + 1) + round;
		int[] strides = IntStream.range(1, Math.max(2, size)).filter((stride) -> visitsAll(stride, size)).toArray();
		int stride = strides[(round + fork) % strides.length];
		return IntStream.range(0, size).<T>mapToObj((i) -> all.get((first + i * stride) % size)).toList();
	}

	private static boolean visitsAll(int stride, int size) {
		return IntStream.rangeClosed(2, stride).noneMatch((factor) -> stride % factor == 0 && size % factor == 0);
	}

}
