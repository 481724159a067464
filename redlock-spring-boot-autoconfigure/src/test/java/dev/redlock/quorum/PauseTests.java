package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class PauseTests {

	private static final int RACES = 50_000;

	private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

	private static final long PLENTY = Duration.ofMinutes(1).toNanos();

	private static final Refusal HELD = new Refusal(List.of(), false, Refusal.UNKNOWN);

	private final List<Duration> pauses = new ArrayList<>();

	private final List<Runnable> ends = new ArrayList<>();

	private final AtomicInteger attempts = new AtomicInteger();

	private final Pause pause = new Pause(this::after, new RetryDelay(Duration.ofMillis(20), Duration.ofSeconds(1)),
			new Longest(), this.attempts::incrementAndGet);

	@Test
	void pausesGrowWithEachAttemptThatFails() {
		refuse(3);
		assertThat(this.pauses).containsExactly(millis(40), millis(80), millis(160));
	}

	@Test
	void whatIsSaidToBeFreeWhileItIsAskedForIsAskedForAgainAtOnceAndThePausesBeginAnew() {
		refuse(2);
		this.pause.wake();
		this.pause.begin(HELD, PLENTY, 1);
		assertThat(this.attempts).hasValue(3);
		refuse(1);
		assertThat(this.pauses).containsExactly(millis(40), millis(80), millis(40));
	}

	@Test
	void whatIsSaidToBeFreeDuringAPauseIsAskedForAtOnceAndThePausesBeginAnew() {
		refuse(2);
		this.pause.begin(HELD, PLENTY, 1);
		this.pause.wake();
		assertThat(this.attempts).hasValue(3);
		refuse(1);
		assertThat(this.pauses).containsExactly(millis(40), millis(80), millis(160), millis(40));
	}

	@Test
	void aPauseEndsWhenTheLockHasExpired() {
		this.pause.begin(new Refusal(List.of(), false, millis(7).toNanos()), PLENTY, 1);
		assertThat(this.pauses).containsExactly(millis(8));
	}

	@Test
	void whoIsOneOfACrowdPausesLongerAndLeavesAnExpiryToThoseWhoCameFirst() {
		Refusal soonFree = new Refusal(List.of(), false, millis(7).toNanos());
		this.pause.begin(soonFree, PLENTY, 3);
		this.ends.get(0).run();
		this.pause.begin(soonFree, PLENTY, 1);
		assertThat(this.pauses).containsExactly(millis(120), millis(8));
	}

	@Test
	void aLockThatNeverExpiresInPracticeIsAskedForAfterThePause() {
		this.pause.begin(new Refusal(List.of(), false, Long.MAX_VALUE), PLENTY, 1);
		assertThat(this.pauses).containsExactly(millis(40));
	}

	@Test
	void aPauseLeavesTimeForAnotherAttempt() {
		this.pause.begin(HELD, millis(30).toNanos(), 1);
		assertThat(this.pauses).containsExactly(millis(20));
		assertThat(this.pause.fitsInto(millis(20).toNanos())).isFalse();
		assertThat(this.pause.fitsInto(millis(21).toNanos())).isTrue();
	}

	@Test
	@Timeout(60)
	void whatIsSaidToBeFreeJustWhenItIsRefusedIsAskedForOnceMoreAndAfterTheNextPauseAgain() throws Exception {
		ExecutorService executor = Executors.newSingleThreadExecutor();
		try {
			long start = System.nanoTime();
			// Each takes long where others need the processors, too.
			for (int i = 0; i < RACES && System.nanoTime() - start < LONG_ENOUGH.toNanos(); i++) {
				Race race = new Race();
				Future<?> refusing = executor.submit(() -> {
					race.meet();
					race.refuse();
				});
				race.meet();
				race.pause.wake();
				refusing.get();
				assertThat(race.attempts).hasValue(1);
				assertThat(race.timers).describedAs("cancelled").contains(false);
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	private void refuse(int times) {
		for (int i = 0; i < times; i++) {
			this.pause.begin(HELD, PLENTY, 1);
			this.ends.get(this.ends.size() - 1).run();
		}
	}

	private Timer.Timeout after(long nanos, Runnable end) {
		this.pauses.add(Duration.ofNanos(nanos));
		this.ends.add(end);
		return () -> {
		};
	}

	private static Duration millis(long millis) {
		return Duration.ofMillis(millis);
	}

	/**
	 * An acquire that is refused while the lock is said to be free, and then once more.
	 */
	private static final class Race {

		final List<Boolean> timers = new CopyOnWriteArrayList<>();

		final AtomicInteger attempts = new AtomicInteger();

		final Pause pause = new Pause(this::after, new RetryDelay(Duration.ofMillis(20), Duration.ofSeconds(1)),
				new Longest(), () -> {
					this.attempts.incrementAndGet();
					refuse();
				});

		private final AtomicInteger there = new AtomicInteger();

		void meet() {
			this.there.incrementAndGet();
			while (this.there.get() < 2) {
				Thread.yield();
			}
		}

		void refuse() {
			this.pause.begin(HELD, PLENTY, 1);
		}

		private synchronized Timer.Timeout after(long nanos, Runnable end) {
			int number = this.timers.size();
			this.timers.add(false);
			return () -> this.timers.set(number, true);
		}

	}

	/**
	 * Chance that always makes the longest pause.
	 */
	@SuppressWarnings("serial")
	private static final class Longest extends Random {

		@Override
		public long nextLong(long origin, long bound) {
			return bound - 1;
		}

	}

}
