package dev.redlock.benchmarks.scenario;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TurnStatisticsTests {

	@Test
	void aHandOverLastsFromTheReleaseToTheNextAcquire() {
		Map<String, Double> values = values(new Turn(0, 0, 1_000, 2_000), new Turn(1, 500, 12_000, 13_000));
		assertThat(values.get("hand_over_p50_us")).isBetween(9.9, 10.1);
		assertThat(values).containsEntry("overlaps", 0.0).containsEntry("failures", 0.0);
	}

	@Test
	void twoWhoHaveTheLockAtOnceOverlap() {
		assertThat(values(new Turn(0, 0, 1_000, 9_000), new Turn(1, 500, 8_000, 13_000))).containsEntry("overlaps",
				1.0);
	}

	@Test
	void whoeverDoesNotGetItFails() {
		assertThat(values(new Turn(0, 0, 1_000, Turn.NEVER))).containsEntry("failures", 1.0)
			.containsEntry("acquires_per_s", 0.0);
	}

	private static Map<String, Double> values(Turn... turns) {
		return new TurnStatistics(List.of(turns), 0, 1_000_000).values();
	}

}
