package dev.redlock.quorum;

import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RetryDelayTests {

	private final RetryDelay delay = new RetryDelay(Duration.ofMillis(20), Duration.ofMillis(200));

	private final Random random = new Random(42);

	@ParameterizedTest
	@CsvSource({ "1, 40", "2, 80", "3, 160", "4, 200", "5, 200", "16, 200", "17, 200", "64, 200", "1000000, 200" })
	void theBoundDoublesUpToTheLongest(int failures, long longestMillis) {
		long shortest = Duration.ofMillis(20).toNanos();
		long longest = Duration.ofMillis(longestMillis).toNanos();
		LongStream pauses = LongStream.range(0, 1000).map((i) -> this.delay.nanos(failures, this.random));
		LongSummaryStatistics statistics = pauses.summaryStatistics();
		assertThat(statistics.getMin()).isBetween(shortest, shortest + (longest - shortest) / 20);
		assertThat(statistics.getMax()).isBetween(longest - (longest - shortest) / 20, longest);
	}

	@Test
	void pausesAreRandom() {
		assertThat(LongStream.range(0, 100).map((i) -> this.delay.nanos(4, this.random)).distinct().count())
			.isGreaterThan(90);
	}

	@Test
	void equalBoundsMeanAFixedPause() {
		RetryDelay fixed = new RetryDelay(Duration.ofMillis(50), Duration.ofMillis(50));
		assertThat(fixed.nanos(1, this.random)).isEqualTo(50_000_000);
		assertThat(fixed.nanos(9, this.random)).isEqualTo(50_000_000);
	}

	@Test
	void boundsOfAgesArePausesLikeOthers() {
		RetryDelay ages = new RetryDelay(Duration.ofMillis(20), Duration.ofDays(365_000));
		assertThat(ages.nanos(1, this.random)).isBetween(20_000_000L, 40_000_000L);
	}

	@ParameterizedTest
	@CsvSource({ "PT0S, PT1S", "PT-1S, PT1S", "PT2S, PT1S" })
	void boundsThatCanNotBeAreRefused(Duration min, Duration max) {
		assertThatIllegalArgumentException().isThrownBy(() -> new RetryDelay(min, max))
			.withMessageContaining("retry delays");
	}

}
