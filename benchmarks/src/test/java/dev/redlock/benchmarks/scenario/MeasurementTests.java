package dev.redlock.benchmarks.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MeasurementTests {

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 4, 5, 9 })
	void everybodyHasATurnInEachRoundAndIsTheFirstInOneOfThem(int count) {
		List<Integer> all = IntStream.range(0, count).boxed().toList();
		Set<Integer> firsts = new HashSet<>();
		for (int round = 0; round < count; round++) {
			List<Integer> order = Measurement.shifted(all, 1, round);
			assertThat(order).containsExactlyInAnyOrderElementsOf(all);
			firsts.add(order.get(0));
		}
		assertThat(firsts).containsExactlyInAnyOrderElementsOf(all);
	}

	@Test
	void twoTakeTurnsToBeFirst() {
		assertThat(Measurement.shifted(List.of("a", "b"), 0, 0)).containsExactly("a", "b");
		assertThat(Measurement.shifted(List.of("a", "b"), 0, 1)).containsExactly("b", "a");
		assertThat(Measurement.shifted(List.of("a", "b"), 0, 2)).containsExactly("a", "b");
	}

	@Test
	void theOneBeforeOursIsHardlyEverTheSame() {
		List<Integer> all = IntStream.range(0, 9).boxed().toList();
		Map<Integer, Integer> before = new HashMap<>();
		for (int fork = 0; fork < 3; fork++) {
			List<Integer> turns = new ArrayList<>();
			for (int round = 0; round < 15; round++) {
				turns.addAll(Measurement.shifted(all, fork, round));
			}
			for (int i = 1; i < turns.size(); i++) {
				if (turns.get(i) == 0) {
					before.merge(turns.get(i - 1), 1, Integer::sum);
				}
			}
		}
		assertThat(before).hasSizeGreaterThanOrEqualTo(6);
		assertThat(before.values()).allMatch((times) -> times <= 10);
	}

}
