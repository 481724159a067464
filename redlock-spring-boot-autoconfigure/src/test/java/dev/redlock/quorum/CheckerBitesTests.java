package dev.redlock.quorum;

import java.util.stream.LongStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The histories of {@link SafetyPropertyTests} show what goes wrong without a rule.
 */
class CheckerBitesTests {

	private static final int RUNS = 2000;

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void aRuleThatIsSwitchedOffIsMissed(Mutation mutation) {
		String violation = LongStream.range(0, RUNS)
			.mapToObj((seed) -> new History(seed, true, mutation).play().violations())
			.filter((violations) -> !violations.isEmpty())
			.map((violations) -> violations.get(0))
			.findFirst()
			.orElseThrow(() -> new AssertionError("nothing was found in " + RUNS + " histories"));
		String expected = switch (mutation) {
			case NO_CLEAN_UP -> "an attempt that failed left its token behind";
			case NO_QUARANTINE, TOO_MUCH_DRIFT -> "are valid";
			case NO_SECOND_ROUND -> "came after";
			case NO_COUNTING -> "was given twice";
			case NONE -> throw new IllegalStateException("nothing is switched off");
		};
		assertThat(violation).contains(expected);
	}

}
