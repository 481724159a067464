package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which connections are given up since nothing comes from the server, in virtual time.
 */
class SilentServerTests {

	private static final Duration NODE_TIMEOUT = Duration.ofMillis(50);

	private static final Duration SILENCE = Duration.ofSeconds(30);

	private final Deque<Runnable> checks = new ArrayDeque<>();

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {

		@Override
		public @Nullable ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
			SilentServerTests.this.checks.add(command);
			return null;
		}

	};

	private long now;

	private final CountingWire wire = new CountingWire();

	private final Link link = new Link(this.wire, new EncodedCommands(), () -> this.now, NODE_TIMEOUT.toNanos(), 0,
			new RecordingOwner(() -> this.now));

	private final Watchdog watchdog = new Watchdog(() -> this.link,
			JedisNodeSettings.of(NodeUri.parse("redis://localhost")).withNodeTimeout(NODE_TIMEOUT), this.timer,
			() -> this.now, () -> Call.ping(this.now), () -> {
			});

	@BeforeEach
	void send() {
		this.link.send(Call.ping(this.now));
		this.link.send(Call.ping(this.now));
		this.watchdog.watch();
	}

	@AfterEach
	void stop() {
		this.watchdog.stop();
		this.timer.shutdownNow();
	}

	@Test
	void aServerThatAnswersNothingIsGivenUp() {
		passAndCheck(SILENCE);
		passAndCheck(NODE_TIMEOUT);
		assertThat(this.link.isClosed()).isTrue();
	}

	@Test
	void aServerWhoseAnswersWereNotReadDuringAPauseOfTheProcessIsNot() {
		passAndCheck(SILENCE);
		this.link.onReply("PONG");
		this.link.onReply("PONG");
		passAndCheck(NODE_TIMEOUT);
		assertThat(this.link.isClosed()).isFalse();
	}

	@Test
	void aServerThatIsSlowWithALotOfCommandsIsNot() {
		passAndCheck(SILENCE);
		this.link.onReply("PONG");
		passAndCheck(NODE_TIMEOUT);
		assertThat(this.link.isClosed()).isFalse();
		passAndCheck(NODE_TIMEOUT);
		assertThat(this.link.isClosed()).isTrue();
	}

	@Test
	void aConnectionThatWasClosedIsClosedOnceMoreUntilItsEndIsTold() {
		this.link.close(null);
		passAndCheck(NODE_TIMEOUT);
		assertThat(this.wire.closes()).isEqualTo(2);
	}

	private void passAndCheck(Duration time) {
		this.now += time.toNanos();
		Objects.requireNonNull(this.checks.poll()).run();
	}

}
