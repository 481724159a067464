package dev.redlock.benchmarks.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.redlock.benchmarks.Sample;
import dev.redlock.benchmarks.contender.Kind;

/**
 * Medians over the turns, and medians of their ratios.
 */
final class Figures {

	private final List<Sample> samples;

	Figures(List<Sample> samples) {
		this.samples = List.copyOf(samples);
	}

	List<String> scenarios() {
		return distinct(this.samples, Sample::scenario);
	}

	List<String> variants(String scenario) {
		return distinct(of(scenario), Sample::variant).stream()
			.sorted(Comparator.comparingLong(Figures::leadingNumber))
			.toList();
	}

	// Forks visit the variants in different orders.
	private static long leadingNumber(String variant) {
		String digits = variant.replace(",", "").split("\\D", 2)[0];
		return digits.isEmpty() ? 0 : Long.parseLong(digits);
	}

	List<String> contenders(String scenario, String variant) {
		List<String> present = distinct(of(scenario, variant), Sample::contender);
		// Always in the same order, whichever came first in the first fork.
		List<String> ordered = new ArrayList<>();
		for (Kind kind : Kind.values()) {
			if (present.contains(kind.title())) {
				ordered.add(kind.title());
			}
		}
		present.stream().filter((title) -> !ordered.contains(title)).forEach(ordered::add);
		return ordered;
	}

	List<String> names(String scenario) {
		return of(scenario).stream().flatMap((sample) -> sample.values().keySet().stream()).distinct().toList();
	}

	Optional<Spread> value(String scenario, String variant, String contender, String name) {
		return value(scenario, variant, contender, name, (turn) -> true);
	}

	/**
	 * Returns a value over some of its turns.
	 * @param scenario the scenario
	 * @param variant the variant
	 * @param contender the title of the contender
	 * @param name the value
	 * @param which which turns count
	 * @return the value, empty if there is none
	 */
	Optional<Spread> value(String scenario, String variant, String contender, String name, Predicate<Sample> which) {
		return spread(turns(scenario, variant, contender).stream()
			.filter(which)
			.map((sample) -> sample.values().get(name))
			.filter(Objects::nonNull)
			.toList());
	}

	/**
	 * Returns ours divided by that of a rival.
	 * @param scenario the scenario
	 * @param variant the variant
	 * @param rival the title of the rival
	 * @param name the value
	 * @return the ratio, empty if there is nothing to compare
	 */
	Optional<Spread> ratio(String scenario, String variant, String rival, String name) {
		return ratio(scenario, variant, rival, name, (turn) -> true);
	}

	/**
	 * Returns ours divided by that of a rival during some of its turns.
	 * @param scenario the scenario
	 * @param variant the variant
	 * @param rival the title of the rival
	 * @param name the value
	 * @param which which turns count
	 * @return the ratio, empty if there is nothing to compare
	 */
	Optional<Spread> ratio(String scenario, String variant, String rival, String name, Predicate<Sample> which) {
		List<Sample> ours = turns(scenario, variant, Kind.OURS.title()).stream().filter(which).toList();
		List<Sample> theirs = turns(scenario, variant, rival).stream().filter(which).toList();
		return spread(Ratios.of(ours, theirs, name));
	}

	private List<Sample> turns(String scenario, String variant, String contender) {
		return of(scenario, variant).stream().filter((sample) -> sample.contender().equals(contender)).toList();
	}

	Distances distances() {
		return new Distances(this.samples);
	}

	private List<Sample> of(String scenario) {
		return this.samples.stream().filter((sample) -> sample.scenario().equals(scenario)).toList();
	}

	private List<Sample> of(String scenario, String variant) {
		return of(scenario).stream().filter((sample) -> sample.variant().equals(variant)).toList();
	}

	private static Optional<Spread> spread(Collection<Double> values) {
		List<Double> numbers = values.stream().filter(Double::isFinite).toList();
		return numbers.isEmpty() ? Optional.empty() : Optional.of(Spread.of(numbers));
	}

	private static List<String> distinct(List<Sample> samples, Function<Sample, String> part) {
		return samples.stream().map(part).distinct().toList();
	}

}
