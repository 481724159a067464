package dev.redlock.drill.history;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RuleTests {

	@Test
	void whoComesOneAfterTheOtherBreaksNoRule() {
		assertThat(new History(List.of(held(10, 20, 5L), held(21, 21, null), held(22, 30, 6L), held(40, 50, 9L)))
			.violations()).isEmpty();
	}

	@Test
	void differentResourcesHaveNothingToDoWithEachOther() {
		Possession other = new Possession("other", "x", 0, 15, 25, 5L, 25);
		assertThat(new History(List.of(held(10, 20, 5L), other)).violations()).isEmpty();
	}

	@Test
	void twoAtOneMomentBreakMutualExclusion() {
		assertThat(broken(held(10, 20, null), held(20, 30, null))).containsExactly(Rule.MUTUAL_EXCLUSION);
	}

	@Test
	void everyoneWithinALongPossessionBreaksMutualExclusion() {
		assertThat(broken(held(0, 100, null), held(1, 2, null), held(90, 91, null), held(101, 102, null)))
			.containsExactly(Rule.MUTUAL_EXCLUSION, Rule.MUTUAL_EXCLUSION);
	}

	@Test
	void theOrderInWhichClientsToldOfItDoesNotMatter() {
		assertThat(broken(held(90, 91, null), held(0, 100, null))).containsExactly(Rule.MUTUAL_EXCLUSION);
	}

	@Test
	void aTokenThatDoesNotIncreaseBreaksFencing() {
		assertThat(broken(held(0, 1, 9L), held(2, 3, null), held(4, 5, 9L), held(6, 7, 8L), held(8, 9, 10L)))
			.containsExactly(Rule.FENCING, Rule.FENCING);
	}

	@Test
	void whoComesBeforeTheTimeToHoldIsOverBreaksIt() {
		assertThat(broken(kept(0, 5, 20), held(15, 16, null))).containsExactly(Rule.HOLD_AT_LEAST);
		assertThat(broken(kept(0, 5, 20), held(20, 21, null))).isEmpty();
	}

	private static List<Rule> broken(Possession... possessions) {
		List<Violation> violations = new ArrayList<>(new History(List.of(possessions)).violations());
		return violations.stream().map(Violation::rule).toList();
	}

	private static Possession held(long from, long until, @Nullable Long fencingToken) {
		return new Possession("drill", "holder-" + from, from, from, until, fencingToken, until);
	}

	private static Possession kept(long from, long until, long keptUntil) {
		return new Possession("drill", "holder-" + from, from, from, until, null, keptUntil);
	}

}
