package dev.redlock.benchmarks.report;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SpreadTests {

	@Test
	void theMedianOfAnOddNumberIsTheOneInTheMiddle() {
		assertThat(Spread.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new Spread(4, 1, 9));
	}

	@Test
	void thatOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
		assertThat(Spread.of(List.of(9.0, 1.0, 4.0, 6.0))).isEqualTo(new Spread(5, 1, 9));
	}

	@Test
	void itSaysTheLeastBeforeTheMost() {
		assertThat(Spread.of(List.of(9.0, 1.0, 4.0))).hasToString("4.00 (1.00 .. 9.00)");
		assertThat(Spread.of(List.of(4.0))).hasToString("4.00");
	}

}
