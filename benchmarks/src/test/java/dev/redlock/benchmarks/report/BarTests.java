package dev.redlock.benchmarks.report;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.benchmarks.CoreDistance;
import dev.redlock.benchmarks.Sample;
import dev.redlock.benchmarks.contender.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class BarTests {

	private static final String SCENARIO = "distinct keys";

	private static final String VARIANT = "1 thread";

	private static final CoreDistance NEAR = new CoreDistance(42, 45);

	private static final CoreDistance FAR = new CoreDistance(370, 360);

	private static final Bar LEAST = Bar.atLeast(7, SCENARIO, VARIANT, "cycles_per_s", Kind.REDISSON_REDLOCK);

	private static final Bar MOST = Bar.atMost(7, SCENARIO, VARIANT, "cycles_per_s", Kind.REDISSON_REDLOCK);

	private static final Bar ALONE = Bar.atMost(70, SCENARIO, VARIANT, "cycles_per_s", null);

	@ParameterizedTest
	@CsvSource({ "69, false, true", "70, true, true", "71, true, false" })
	void aBarIsMetByWhoeverReachesIt(double ours, boolean atLeast, boolean atMost) {
		Figures figures = new Figures(List.of(turn(Kind.OURS, NEAR, ours), turn(Kind.REDISSON_REDLOCK, NEAR, 10)));
		assertThat(LEAST.judge(figures)).hasValueSatisfying((result) -> assertThat(result.met()).isEqualTo(atLeast));
		assertThat(MOST.judge(figures)).hasValueSatisfying((result) -> assertThat(result.met()).isEqualTo(atMost));
		assertThat(ALONE.judge(figures)).hasValueSatisfying((result) -> assertThat(result.met()).isEqualTo(atMost));
	}

	@Test
	void aRivalThatDidNothingMeetsNoBar() {
		Figures figures = new Figures(List.of(turn(Kind.OURS, NEAR, 70), turn(Kind.REDISSON_REDLOCK, NEAR, 0)));
		assertThat(LEAST.judge(figures)).hasValueSatisfying((result) -> {
			assertThat(result.ratio()).isNull();
			assertThat(result.met()).isFalse();
		});
	}

	@Test
	void whatWasNotMeasuredIsNotJudged() {
		assertThat(LEAST.judge(new Figures(List.of(turn(Kind.OURS, NEAR, 70))))).isEmpty();
		assertThat(ALONE.judge(new Figures(List.of()))).isEmpty();
	}

	@Test
	void aRatioIsThatOfTheTurnsThatWereAskedFor() {
		Figures figures = new Figures(List.of(turn(Kind.OURS, NEAR, 70), turn(Kind.OURS, null, 20),
				turn(Kind.REDISSON_REDLOCK, NEAR, 10), turn(Kind.REDISSON_REDLOCK, null, 35)));
		assertThat(figures.ratio(SCENARIO, VARIANT, Kind.REDISSON_REDLOCK.title(), "cycles_per_s",
				(turn) -> turn.cores() != null))
			.contains(new Spread(7, 7, 7));
		assertThat(figures.value(SCENARIO, VARIANT, Kind.OURS.title(), "cycles_per_s", (turn) -> turn.cores() == null))
			.contains(new Spread(20, 20, 20));
	}

	@Test
	void whatIsNoNumberIsLeftOut() {
		Figures figures = new Figures(
				List.of(turn(Kind.OURS, NEAR, Double.NaN), turn(Kind.OURS, FAR, Double.POSITIVE_INFINITY)));
		assertThat(figures.value(SCENARIO, VARIANT, Kind.OURS.title(), "cycles_per_s")).isEmpty();
	}

	@Test
	void theBarsAreThoseOfTheIssue() {
		assertThat(Bars.all().stream().filter((bar) -> bar.rival() == Kind.REDISSON_REDLOCK))
			.extracting(Bar::variant, Bar::atLeast, Bar::bound)
			.containsExactly(tuple("1 thread", true, 7.0), tuple("8 threads", true, 9.0),
					tuple("64 threads", true, 20.0), tuple("128 threads", true, 20.0));
		assertThat(Bars.all()).hasSize(21).extracting(Bar::variant).doesNotContain("annotated, observed minus bare");
	}

	private static Sample turn(Kind kind, @Nullable CoreDistance cores, double value) {
		return new Sample(SCENARIO, VARIANT, kind.title(), 0, cores, Map.of("cycles_per_s", value));
	}

}
