package dev.redlock.jedis;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class BackgroundTests {

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

	private final AtomicInteger attempts = new AtomicInteger();

	@AfterEach
	void shutDown() {
		this.timer.shutdownNow();
	}

	@Test
	void aTaskRunsWhenThereIsAThreadAgainEvenIfTheLogFails() throws InterruptedException {
		CountDownLatch ran = new CountDownLatch(1);
		Background background = new Background("redlock-test", this.timer, this::start);
		BrokenLog.during(Background.class, () -> background.run(ran::countDown));
		assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(this.attempts).hasValue(2);
	}

	@Test
	void aTaskSeesNothingOfTheCallerThatNeedsIt() throws InterruptedException {
		InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
		user.set("alice");
		AtomicReference<String> seen = new AtomicReference<>("nothing yet");
		CountDownLatch ran = new CountDownLatch(1);
		new Background("redlock-test", this.timer).run(() -> {
			seen.set(user.get());
			ran.countDown();
		});
		assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(seen).hasValue(null);
	}

	private void start(Thread thread) {
		if (this.attempts.incrementAndGet() == 1) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		thread.start();
	}

}
