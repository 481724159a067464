package dev.redlock.benchmarks.report;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.redlock.benchmarks.CoreDistance;
import dev.redlock.benchmarks.Sample;

import static org.assertj.core.api.Assertions.assertThat;

class RatiosTests {

	private static final String VALUE = "cycles_per_s";

	private static final CoreDistance NEAR = new CoreDistance(42, 45);

	private static final CoreDistance FAR = new CoreDistance(370, 360);

	private static final CoreDistance MOVED = new CoreDistance(42, 370);

	@Test
	void aTurnIsComparedWithOursWhileTheCoresWereAsFarApart() {
		List<Sample> ours = List.of(turn(0, NEAR, 100), turn(0, FAR, 60));
		List<Sample> theirs = List.of(turn(0, FAR, 20), turn(0, NEAR, 25));
		assertThat(Ratios.of(ours, theirs, VALUE)).containsExactly(3.0, 4.0);
	}

	@Test
	void oursOfTheSameForkComeFirst() {
		List<Sample> ours = List.of(turn(0, NEAR, 100), turn(1, NEAR, 80), turn(1, NEAR, 60));
		assertThat(Ratios.of(ours, List.of(turn(1, NEAR, 10)), VALUE)).containsExactly(7.0);
	}

	@Test
	void oursOfAnotherForkCountIfTheCoresWereNeverAsFarApartInTheSame() {
		List<Sample> ours = List.of(turn(0, NEAR, 100), turn(1, FAR, 60));
		assertThat(Ratios.of(ours, List.of(turn(1, NEAR, 25)), VALUE)).containsExactly(4.0);
	}

	@Test
	void aTurnIsNotComparedIfTheCoresWereMovedMeanwhile() {
		List<Sample> ours = List.of(turn(0, NEAR, 100), turn(0, MOVED, 80));
		assertThat(Ratios.of(ours, List.of(turn(0, MOVED, 20), turn(0, FAR, 20)), VALUE)).isEmpty();
		assertThat(Ratios.of(ours, List.of(turn(0, NEAR, 20)), VALUE)).containsExactly(5.0);
	}

	@Test
	void aTurnWithoutTheDistanceIsComparedWithEach() {
		assertThat(Ratios.of(List.of(turn(0, null, 100)), List.of(turn(0, FAR, 25)), VALUE)).containsExactly(4.0);
		assertThat(Ratios.of(List.of(turn(0, MOVED, 100)), List.of(turn(0, null, 50)), VALUE)).containsExactly(2.0);
	}

	@Test
	void aTurnWithoutTheValueIsNotCompared() {
		assertThat(Ratios.of(List.of(turn(0, NEAR, 100)), List.of(turn(0, NEAR, 25)), "acquire_p50_us")).isEmpty();
	}

	private static Sample turn(int fork, @Nullable CoreDistance cores, double value) {
		return new Sample("distinct keys", "1 thread", "anybody", fork, cores, Map.of(VALUE, value));
	}

}
