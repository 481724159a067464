package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.node.NodeReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An {@link Error} on the timer, as of a system that is out of threads, ends neither the
 * time-outs nor the heartbeat of a lane.
 */
@Timeout(60)
class WatchdogTests {

	private static final Duration NODE_TIMEOUT = Duration.ofMillis(10);

	private static final int MANY = 500;

	private final AtomicInteger errors = new AtomicInteger();

	private final AtomicInteger timerErrors = new AtomicInteger();

	private final AtomicLong soonest = new AtomicLong(Long.MAX_VALUE);

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {

		@Override
		public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
			failIfToldTo(WatchdogTests.this.timerErrors);
			WatchdogTests.this.soonest.accumulateAndGet(unit.toNanos(delay), Math::min);
			return super.schedule(command, delay, unit);
		}

	};

	private final CountingWire wire = new CountingWire();

	private final Link link = new Link(this.wire, new EncodedCommands(), System::nanoTime, NODE_TIMEOUT.toNanos(), 0,
			new RecordingOwner(System::nanoTime));

	private final List<NodeReply> replies = new CopyOnWriteArrayList<>();

	private final Watchdog watchdog = new Watchdog(() -> {
		failIfToldTo(this.errors);
		return this.link;
	}, JedisNodeSettings.of(NodeUri.parse("redis://localhost")).withNodeTimeout(NODE_TIMEOUT), this.timer,
			System::nanoTime, () -> Call.ping(System.nanoTime()), () -> {
			});

	@AfterEach
	void stop() {
		this.watchdog.stop();
		this.timer.shutdownNow();
	}

	@Test
	void commandsTimeOutAfterAnErrorInACheck() {
		this.errors.set(1);
		send();
		awaitTimeouts(1);
	}

	@Test
	void commandsTimeOutAfterACheckThatCouldNotBeScheduled() {
		this.timerErrors.set(1);
		send();
		send();
		awaitTimeouts(2);
	}

	@Test
	void commandsThatAreOverdueOneSoonAfterTheOtherDoNotKeepTheTimerBusy() {
		for (int i = 0; i < MANY; i++) {
			send();
		}
		awaitTimeouts(MANY);
		assertThat(this.soonest.get()).isGreaterThanOrEqualTo(Duration.ofMillis(1).toNanos());
	}

	@Test
	void theHeartbeatGoesOnAfterAnError() {
		this.errors.set(1);
		this.watchdog.start();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !this.wire.batches().isEmpty());
		assertThat(this.errors).hasValue(0);
	}

	private void send() {
		this.link.send(Call.ping(this.replies::add, System.nanoTime()));
		this.watchdog.watch();
	}

	private void awaitTimeouts(int count) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(this.replies).hasSize(count).containsOnly(NodeReply.TIMED_OUT));
	}

	private static void failIfToldTo(AtomicInteger errors) {
		if (errors.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
			throw new LinkageError("once");
		}
	}

}
