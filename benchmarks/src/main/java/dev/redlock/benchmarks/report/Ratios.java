package dev.redlock.benchmarks.report;

import java.util.List;
import java.util.OptionalDouble;

import dev.redlock.benchmarks.Sample;

/**
 * Ours divided by theirs, while the machine was the same for both.
 */
final class Ratios {

	private Ratios() {
	}

	/**
	 * Returns a ratio for each turn of a rival: to ours of the same fork, or to ours of
	 * any fork if the machine was another one during those of the same.
	 * @param ours our turns
	 * @param theirs the turns of the rival
	 * @param name the value
	 * @return the ratios; fewer than turns if some have none of ours to compare with
	 */
	static List<Double> of(List<Sample> ours, List<Sample> theirs, String name) {
		return theirs.stream()
			.map((turn) -> ratio(ours, turn, name))
			.flatMapToDouble(OptionalDouble::stream)
			.boxed()
			.toList();
	}

	private static OptionalDouble ratio(List<Sample> ours, Sample turn, String name) {
		List<Sample> comparable = ours.stream().filter(turn::isComparable).toList();
		List<Sample> sameFork = comparable.stream().filter((own) -> own.fork() == turn.fork()).toList();
		List<Double> own = values(sameFork.isEmpty() ? comparable : sameFork, name);
		List<Double> theirs = values(List.of(turn), name);
		return (own.isEmpty() || theirs.isEmpty()) ? OptionalDouble.empty()
				: OptionalDouble.of(Spread.of(own).median() / theirs.get(0));
	}

	private static List<Double> values(List<Sample> turns, String name) {
		return turns.stream().map((turn) -> turn.values().get(name)).filter((value) -> value != null).toList();
	}

}
