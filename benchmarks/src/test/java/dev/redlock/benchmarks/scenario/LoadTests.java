package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.redlock.benchmarks.contender.Contender;

import static org.assertj.core.api.Assertions.assertThat;

class LoadTests {

	@Test
	void aReleaseThatFailsIsAFailureAndNoCycle() throws InterruptedException {
		assertThat(run((key) -> () -> {
			throw new IllegalStateException("not released");
		})).containsEntry("cycles_per_s", 0.0)
			.hasEntrySatisfying("failures", (count) -> assertThat(count).isPositive());
	}

	@Test
	void soIsAnAcquireThatBringsNothing() throws InterruptedException {
		assertThat(run((key) -> null)).containsEntry("cycles_per_s", 0.0)
			.hasEntrySatisfying("failures", (count) -> assertThat(count).isPositive());
	}

	@Test
	void whatIsAcquiredAndReleasedIsACycle() throws InterruptedException {
		assertThat(run((key) -> () -> {
		})).containsEntry("failures", 0.0)
			.hasEntrySatisfying("cycles_per_s", (count) -> assertThat(count).isPositive());
	}

	@Test
	void callsWithoutTheLockAreFailures() {
		Calls calls = new Calls();
		calls.cycle(new Stub((key) -> null), "key", System.nanoTime() + 5_000_000);
		Map<String, Double> values = new HashMap<>();
		calls.put("sick", 1, (call) -> true, values);
		assertThat(values).containsEntry("sick_acquires_per_s", 0.0)
			.hasEntrySatisfying("sick_failures", (count) -> assertThat(count).isPositive());
	}

	private static Map<String, Double> run(Acquire acquire) throws InterruptedException {
		return new Load(new Stub(acquire), "any").run(Threads.platform(1), 1, Duration.ofMillis(5),
				Duration.ofMillis(50));
	}

	private interface Acquire {

		Contender.@Nullable Hold acquire(String key);

	}

	/**
	 * A contender without servers.
	 *
	 * @param acquire what it does
	 */
	private record Stub(Acquire acquire) implements Contender {

		// Nobody needs millions of cycles.
		@Override
		public @Nullable Hold acquire(String key) {
			Threads.sleepUntil(System.nanoTime() + 100_000);
			return this.acquire.acquire(key);
		}

		@Override
		public void close() {
		}

	}

}
