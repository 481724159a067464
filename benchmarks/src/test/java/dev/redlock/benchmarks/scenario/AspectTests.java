package dev.redlock.benchmarks.scenario;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.benchmarks.scenario.Aspect.Cost;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

class AspectTests {

	private static final List<Cost> TWO_FORKS = List.of(new Cost(300, 900), new Cost(310, 900));

	private final Map<String, List<Cost>> costs = new HashMap<>();

	@BeforeEach
	void allIsMeasured() {
		List.of("bare", "programmatic", "annotated", "observed").forEach((method) -> this.costs.put(method, TWO_FORKS));
	}

	@Test
	void aRunInWhichEachForkMeasuresAllIsWhole() {
		assertThatNoException().isThrownBy(() -> Aspect.requireComplete(this.costs, 2));
	}

	@Test
	void aForkThatFailsIsAProblemOfTheRun() {
		this.costs.put("annotated", TWO_FORKS.subList(0, 1));
		assertThatIllegalStateException().isThrownBy(() -> Aspect.requireComplete(this.costs, 2))
			.withMessage("JMH has measured 'annotated' in 1 forks instead of 2");
	}

	@Test
	void aMethodThatNoForkHasMeasuredIsOneToo() {
		this.costs.remove("observed");
		assertThatIllegalStateException().isThrownBy(() -> Aspect.requireComplete(this.costs, 2))
			.withMessage("JMH has measured 'observed' in 0 forks instead of 2");
	}

}
