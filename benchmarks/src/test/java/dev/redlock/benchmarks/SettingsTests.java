package dev.redlock.benchmarks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SettingsTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "true", " True " })
	void whoeverNamesTheOptionIsInAHurry(String text) {
		assertThat(Settings.isQuick(text)).isTrue();
	}

	@Test
	void orSaysThatTheyAreNot() {
		assertThat(Settings.isQuick("false")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "yes", "1", "tru" })
	void anythingElseIsAnError(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Settings.isQuick(text))
			.withMessageContaining("benchmarks.quick is true or false, not '" + text + "'");
	}

}
