package dev.redlock.quorum;

import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Thousands of random histories. One that fails is played again with
 * {@code -Dredlock.seed=N}.
 * <p>
 * Assumed of fencing tokens also when nothing else is: the wall clock of a server that
 * forgot its counters is, when it counts again, past every fencing token that was given
 * before. Servers that never took part may be behind.
 */
class SafetyPropertyTests {

	private static final String SEED = "redlock.seed";

	private static final int RUNS = 5000;

	@Test
	void whileClocksCanBeTrustedAtMostOneLeaseIsValidAndNothingStaysBehind() {
		Totals totals = play(true);
		assertThat(totals.overlaps()).isZero();
		assertThat(totals.grants()).isGreaterThanOrEqualTo((System.getProperty(SEED) != null) ? 0 : RUNS);
	}

	@Test
	void fencingTokensIncreaseEvenWhenMutualExclusionIsBroken() {
		Totals totals = play(false);
		assertThat(totals.overlaps()).isGreaterThanOrEqualTo((System.getProperty(SEED) != null) ? 0 : RUNS / 20);
	}

	private static Totals play(boolean assumptionsHold) {
		Long only = Long.getLong(SEED);
		LongStream seeds = (only != null) ? LongStream.of(only) : LongStream.range(0, RUNS);
		return seeds.parallel().mapToObj((seed) -> play(seed, assumptionsHold)).reduce(Totals.NONE, Totals::plus);
	}

	private static Totals play(long seed, boolean assumptionsHold) {
		Checker checker = new History(seed, assumptionsHold, Mutation.NONE).play();
		List<String> violations = checker.violations();
		assertThat(violations)
			.as("seed %d, clocks %s be trusted; replay with -D%s=%d", seed, assumptionsHold ? "can" : "can't", SEED,
					seed)
			.isEmpty();
		return new Totals(checker.grants(), checker.overlaps());
	}

	private record Totals(int grants, int overlaps) {

		static final Totals NONE = new Totals(0, 0);

		Totals plus(Totals other) {
			return new Totals(this.grants + other.grants, this.overlaps + other.overlaps);
		}

	}

}
