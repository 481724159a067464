package dev.redlock.benchmarks.report;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.redlock.benchmarks.contender.Kind;

/**
 * What a value of ours has to reach.
 *
 * @param scenario the scenario
 * @param variant the variant
 * @param name the value
 * @param rival whom it is divided by; {@code null} if it stands for itself
 * @param atLeast whether more is better
 * @param bound the bar
 */
record Bar(String scenario, String variant, String name, @Nullable Kind rival, boolean atLeast, double bound) {

	static Bar atLeast(double bound, String scenario, String variant, String name, Kind rival) {
		return new Bar(scenario, variant, name, rival, true, bound);
	}

	static Bar atMost(double bound, String scenario, String variant, String name, @Nullable Kind rival) {
		return new Bar(scenario, variant, name, rival, false, bound);
	}

	Optional<Result> judge(Figures figures) {
		Optional<Spread> ours = figures.value(this.scenario, this.variant, Kind.OURS.title(), this.name);
		Kind against = this.rival;
		if (against == null) {
			return ours.map((value) -> new Result(this, value, null, null, isMet(value.median())));
		}
		Optional<Spread> theirs = figures.value(this.scenario, this.variant, against.title(), this.name);
		Optional<Spread> ratio = figures.ratio(this.scenario, this.variant, against.title(), this.name);
		if (ours.isEmpty() || theirs.isEmpty()) {
			return Optional.empty();
		}
		// A rival that did nothing at all has been measured for too short a time.
		boolean met = ratio.isPresent() && isMet(ratio.get().median());
		return Optional.of(new Result(this, ours.get(), theirs.get(), ratio.orElse(null), met));
	}

	private boolean isMet(double value) {
		return this.atLeast ? (value >= this.bound) : (value <= this.bound);
	}

	/**
	 * What became of a bar.
	 *
	 * @param bar the bar
	 * @param ours our value
	 * @param theirs that of the rival, if there is one
	 * @param ratio ours divided by theirs, if there is a rival
	 * @param met whether the bar was reached
	 */
	record Result(Bar bar, Spread ours, @Nullable Spread theirs, @Nullable Spread ratio, boolean met) {
	}

}
