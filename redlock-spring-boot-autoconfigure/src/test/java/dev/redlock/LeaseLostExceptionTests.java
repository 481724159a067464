package dev.redlock;

import java.util.Set;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a loss says.
 */
class LeaseLostExceptionTests {

	@ParameterizedTest
	@CsvSource({ "EXPIRED, use a longer ttl", "TAKEN, adopt it before it expires", "TAKEN, FLUSHALL",
			"EXTENSION_LIMIT, redlock.extension.max", "EXTENSION_LIMIT, maxExtensions", "CLOSED, SmartLifecycle.stop()",
			"REVOKED, /actuator/redlock" })
	void theRemedyFitsTheReason(LossReason reason, String remedy) {
		assertThat(new LeaseLostException(Set.of("order:42"), reason)).hasMessageContaining(remedy);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EXPIRED")
	void whatExtensionsCanNotMendDoesNotAskForThem(LossReason reason) {
		assertThat(new LeaseLostException(Set.of("order:42"), reason))
			.hasMessageNotContaining("extend the lease while working");
	}

	@ParameterizedTest
	@EnumSource
	void itNamesTheResourceAndTheReason(LossReason reason) {
		assertThat(new LeaseLostException(Set.of("order:42"), reason))
			.hasMessageStartingWith("order:42: the lease was lost (%s): ", reason);
	}

}
