package dev.redlock.quorum;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DriftTests {

	@ParameterizedTest
	@CsvSource({ "0.01, 2, 30000, 302000000", "0.01, 2, 100, 3000000", "0, 0, 30000, 0", "0, 2, 30000, 2000000",
			"0.5, 0, 1, 500000" })
	void theDriftIsAShareOfTheTtlAndAnAllowance(double factor, long allowanceMillis, long ttlMillis, long nanos) {
		Drift drift = new Drift(factor, Duration.ofMillis(allowanceMillis));
		assertThat(drift.nanos(Duration.ofMillis(ttlMillis).toNanos())).isEqualTo(nanos);
	}

	@Test
	void theShareIsRoundedUp() {
		assertThat(new Drift(0.01, Duration.ZERO).nanos(101)).isEqualTo(2);
	}

	@Test
	void anAllowanceOfAgesIsNoNegativeDrift() {
		assertThat(new Drift(0.01, Duration.ofNanos(Long.MAX_VALUE)).nanos(101)).isEqualTo(Long.MAX_VALUE);
		assertThat(new Drift(0.01, Duration.ofDays(365_000)).nanos(101)).isEqualTo(Long.MAX_VALUE);
	}

	@ParameterizedTest
	@ValueSource(doubles = { -0.01, 1, 1.5, Double.NaN, Double.POSITIVE_INFINITY })
	void aFactorThatIsNoShareIsRefused(double factor) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Drift(factor, Duration.ZERO))
			.withMessageContaining("drift factor");
	}

	@Test
	void aNegativeAllowanceIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Drift(0, Duration.ofNanos(-1)))
			.withMessageContaining("drift allowance");
	}

}
