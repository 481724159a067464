package dev.redlock.jedis;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

@Timeout(60)
class StateTellerTests {

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

	private final Background background = new Background("redlock-test", this.timer);

	@AfterEach
	void shutDown() {
		this.timer.shutdownNow();
	}

	@Test
	void aLogThatFailsEndsNothing() {
		StateTeller teller = new StateTeller(() -> {
			throw new LinkageError("no log");
		}, Runnable::run, this.background);
		assertThatNoException().isThrownBy(teller::tell);
	}

	@Test
	void aStateThatNoThreadCanTellNowIsToldAllTheSame() throws InterruptedException {
		CountDownLatch told = new CountDownLatch(1);
		new StateTeller(told::countDown, (task) -> {
			throw new LinkageError("once");
		}, this.background).tellElsewhere();
		assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
	}

}
