package dev.redlock.benchmarks.scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ScenarioTests {

	@Test
	void lettersAndNamesSelectWhateverTheirCaseAndBlanks() {
		assertThat(Scenario.selected("f, Hot-Key,A ,f")).containsExactly(Scenario.DISTINCT_KEYS, Scenario.HOT_KEY,
				Scenario.ASPECT);
	}

	@Test
	void allIsAllAlsoBesideOthers() {
		assertThat(Scenario.selected("all")).containsExactly(Scenario.values());
		assertThat(Scenario.selected("all,a")).containsExactly(Scenario.values());
	}

	@ParameterizedTest
	@ValueSource(strings = { "hotkey", "hot_key", "a,hotkey", "all,x" })
	void whatNoScenarioIsCalledIsAnErrorThatNamesAll(String selection) {
		assertThatIllegalArgumentException().isThrownBy(() -> Scenario.selected(selection))
			.withMessageStartingWith("No scenarios: '" + selection.substring(selection.indexOf(',') + 1) + "'.")
			.withMessageContaining("all, a (distinct-keys), v (virtual-threads), b (hot-key), c (sick-node), "
					+ "d (node-counts), e (held-leases), f (aspect)");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "," })
	void nothingIsAnErrorToo(String selection) {
		assertThatIllegalArgumentException().isThrownBy(() -> Scenario.selected(selection))
			.withMessageContaining("a (distinct-keys)");
	}

}
