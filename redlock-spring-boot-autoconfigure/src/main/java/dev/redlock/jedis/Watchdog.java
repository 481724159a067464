package dev.redlock.jedis;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the time of a lane: times out commands (S5), gives up a connection that has
 * gone silent, and notices a silent one also while nobody locks. Now and then, it asks
 * the server whether it still is what it was, and has the round trip measured.
 */
final class Watchdog {

	private static final long HEARTBEAT_MILLIS = 1000;

	/** So that what is overdue at many moments does not keep the timer busy. */
	private static final long MIN_CHECK_NANOS = 1_000_000;

	/** A check that comes so much later than it should comes after a pause. */
	private static final long PAUSE_NANOS = 5_000_000;

	private static final Logger logger = LoggerFactory.getLogger(Watchdog.class);

	private final Supplier<@Nullable Link> link;

	private final ScheduledExecutorService timer;

	private final LongSupplier clock;

	private final Duration nodeTimeout;

	private final long maxSilenceNanos;

	private final Supplier<Call> question;

	private final Runnable onHeartbeat;

	private final AtomicBoolean watching = new AtomicBoolean();

	/**
	 * What was not answered for too long when somebody looked last. It may have been
	 * answered while nobody could read, such as during a pause of this process.
	 */
	private volatile @Nullable Exchange suspect;

	private volatile long suspectedAt;

	private volatile long dueAt;

	private volatile boolean paused;

	private volatile @Nullable ScheduledFuture<?> heartbeat;

	private volatile boolean stopped;

	/**
	 * Creates a watchdog.
	 * @param link gives the present connection
	 * @param settings how to use the node
	 * @param timer runs it
	 * @param clock the clock
	 * @param question made and sent now and then
	 * @param onHeartbeat run now and then, too
	 */
	Watchdog(Supplier<@Nullable Link> link, JedisNodeSettings settings, ScheduledExecutorService timer,
			LongSupplier clock, Supplier<Call> question, Runnable onHeartbeat) {
		this.question = question;
		this.onHeartbeat = onHeartbeat;
		this.link = link;
		this.timer = timer;
		this.clock = clock;
		this.nodeTimeout = settings.nodeTimeout();
		this.maxSilenceNanos = Math.max(settings.connectTimeout().toNanos(), 4 * settings.nodeTimeout().toNanos());
	}

	void start() {
		this.heartbeat = this.timer.scheduleWithFixedDelay(this::beat, HEARTBEAT_MILLIS, HEARTBEAT_MILLIS,
				TimeUnit.MILLISECONDS);
	}

	void stop() {
		this.stopped = true;
		ScheduledFuture<?> heartbeat = this.heartbeat;
		if (heartbeat != null) {
			heartbeat.cancel(false);
		}
	}

	/**
	 * Watches until nothing is under way any more; called after each command.
	 */
	void watch() {
		if (!this.stopped && !this.watching.get() && this.watching.compareAndSet(false, true)) {
			checkIn(this.nodeTimeout.toNanos());
		}
	}

	private void checkIn(long nanos) {
		try {
			long delay = Math.max(nanos, MIN_CHECK_NANOS);
			this.dueAt = this.clock.getAsLong() + delay;
			this.timer.schedule(this::check, delay, TimeUnit.NANOSECONDS);
		}
		catch (Throwable ex) {
			// The next command or heartbeat tries again.
			this.watching.set(false);
			Failures.report(logger, "A check of a lane could not be scheduled", ex);
		}
	}

	private void check() {
		long next = this.nodeTimeout.toNanos();
		try {
			boolean afterPause = isAfterPause();
			next = expireOverdue(afterPause);
			this.paused = afterPause && next == Expiry.AGAIN;
		}
		catch (Throwable ex) {
			// Without checks, a server that falls silent would stall all that is sent.
			Failures.report(logger, "A check of a lane failed and is repeated", ex);
		}
		if (next >= 0 && !this.stopped) {
			checkIn(next);
			return;
		}
		this.watching.set(false);
		Link present = this.link.get();
		if (present != null && !present.isIdle()) {
			watch();
		}
	}

	/**
	 * Returns whether this process has just stood still. Not twice in a row: a timer that
	 * is late each time must not hide a silent server.
	 */
	private boolean isAfterPause() {
		return !this.paused && this.clock.getAsLong() - this.dueAt > PAUSE_NANOS;
	}

	private long expireOverdue(boolean afterPause) {
		Link link = this.link.get();
		if (link == null) {
			return -1;
		}
		long next = link.expireOverdue(afterPause);
		// Also what was closed before, until its end is told: that may have failed.
		if (link.isClosed() || isSilent(link)) {
			link.close(new NodeUnreachableException("the server has not answered for too long", null));
		}
		return next;
	}

	private boolean isSilent(Link link) {
		Exchange oldest = link.oldest();
		if (oldest == null || link.silentNanos() <= this.maxSilenceNanos) {
			this.suspect = null;
			return false;
		}
		long now = this.clock.getAsLong();
		if (oldest != this.suspect) {
			this.suspect = oldest;
			this.suspectedAt = now;
			return false;
		}
		return now - this.suspectedAt >= this.nodeTimeout.toNanos();
	}

	private void beat() {
		try {
			Link link = this.link.get();
			if (link != null) {
				link.punctuality().measure();
				if (!link.isLate() || link.oldest() == null) {
					link.send(this.question.get());
				}
				// Also for what was being added when the last check saw nothing.
				watch();
			}
			this.onHeartbeat.run();
		}
		catch (Throwable ex) {
			// It would end the heartbeat for good.
			Failures.report(logger, "A heartbeat of a lane failed and is repeated", ex);
		}
	}

}
