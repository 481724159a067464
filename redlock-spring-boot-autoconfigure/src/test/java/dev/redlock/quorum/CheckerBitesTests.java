package dev.redlock.quorum;

import java.util.List;
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
		String expected = switch (mutation) {
			case NO_CLEAN_UP -> "an attempt that failed left its token behind";
			case NO_QUARANTINE, TOO_MUCH_DRIFT -> "are valid";
			case NO_SECOND_ROUND -> "came after";
			case NO_COUNTING -> "was given twice";
			case NO_HAND_ON -> "was not to be had";
			case NONE -> throw new IllegalStateException("nothing is switched off");
		};
		assertThat(LongStream.range(0, RUNS)
			.mapToObj((seed) -> new History(seed, true, mutation).play().violations())
			.flatMap(List::stream)
			.filter((violation) -> violation.contains(expected))
			.findFirst()).as("what was found in %d histories", RUNS).isPresent();
	}

}
