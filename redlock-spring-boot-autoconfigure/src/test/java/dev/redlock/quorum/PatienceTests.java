package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class PatienceTests {

	@Test
	void whoeverWaitsStopsAsSoonAsThereIsAResult() {
		Looks answered = new Looks(3);
		Patience.beforeSleep(answered);
		assertThat(answered.count).isEqualTo(3);
	}

	@Test
	void whoeverGetsNoResultGoesToSleepSoon() {
		Looks silent = new Looks(Integer.MAX_VALUE);
		Patience.beforeSleep(silent);
		assertThat(silent.count).isBetween(2, 100);
	}

	@Test
	@EnabledForJreRange(minVersion = 21)
	void aVirtualThreadGoesToSleepAtOnce() throws Exception {
		Looks silent = new Looks(Integer.MAX_VALUE);
		// Compiled for 17, where they do not exist yet.
		Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class)
			.invoke(null, (Runnable) () -> Patience.beforeSleep(silent));
		thread.join();
		assertThat(silent.count).isZero();
	}

	/**
	 * A result that is there when it is looked for often enough.
	 */
	private static final class Looks extends CompletableFuture<String> {

		private final int needed;

		private int count;

		Looks(int needed) {
			this.needed = needed;
		}

		@Override
		public boolean isDone() {
			return ++this.count >= this.needed;
		}

	}

}
