package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process that stands still, such as for its garbage collection, finds all its commands
 * overdue, and their answers in its sockets.
 */
class WatchdogPauseTests {

	private static final Duration NODE_TIMEOUT = Duration.ofMillis(50);

	private final List<Runnable> checks = new ArrayList<>();

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {

		@Override
		public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
			WatchdogPauseTests.this.checks.add(command);
			return super.schedule(() -> {
			}, 0, unit);
		}

	};

	private final List<NodeReply> replies = new ArrayList<>();

	private final RecordingOwner owner = new RecordingOwner(() -> this.now);

	private final Link link = new Link(new CountingWire(), new EncodedCommands(), () -> this.now,
			NODE_TIMEOUT.toNanos(), 0, this.owner);

	private final Watchdog watchdog = new Watchdog(() -> this.link,
			JedisNodeSettings.of(NodeUri.parse("redis://localhost")).withNodeTimeout(NODE_TIMEOUT), this.timer,
			() -> this.now, () -> Call.ping(this.now), () -> {
			});

	private long now;

	@BeforeEach
	void send() {
		this.link.send(Call.ping(this.replies::add, 0));
		this.watchdog.watch();
	}

	@AfterEach
	void stop() {
		this.timer.shutdownNow();
	}

	@Test
	void aServerThatAnsweredMeanwhileIsNotLate() {
		check(Duration.ofMillis(200));
		assertThat(this.replies).containsExactly(NodeReply.TIMED_OUT);
		this.link.onReply("PONG");
		check(Duration.ofMillis(201));
		assertThat(this.owner.late()).isZero();
	}

	@Test
	void aServerThatDidNotIsLateOneCheckLaterHoweverLateThatComes() {
		check(Duration.ofMillis(200));
		assertThat(this.owner.late()).isZero();
		check(Duration.ofMillis(400));
		assertThat(this.owner.late()).isEqualTo(1);
	}

	@Test
	void aLateCheckThatFoundNothingOverdueDoesNotCount() {
		this.link.onReply("PONG");
		this.now = Duration.ofMillis(30).toNanos();
		this.link.send(Call.ping(this.replies::add, this.now));
		check(Duration.ofMillis(60));
		check(Duration.ofMillis(400));
		this.link.onReply("PONG");
		check(Duration.ofMillis(401));
		assertThat(this.owner.late()).isZero();
	}

	@Test
	void withoutAPauseAServerIsLateAtOnce() {
		check(Duration.ofMillis(51));
		assertThat(this.owner.late()).isEqualTo(1);
	}

	private void check(Duration time) {
		this.now = time.toNanos();
		this.checks.remove(0).run();
	}

}
