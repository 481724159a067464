package dev.redlock.jedis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;

/**
 * One connection of a node that is kept alive: its thread connects, reads replies, and
 * connects again. While there is no connection, or the server is silent, commands fail at
 * once (S5) and releases are owed (S4).
 */
final class Lane {

	private static final String SILENT = "the server does not answer";

	private static final Logger logger = LoggerFactory.getLogger(Lane.class);

	private final String node;

	private final Connector connector;

	private final Watchdog watchdog;

	private final LongSupplier clock;

	private final Duration nodeTimeout;

	private final OwedReleases owed;

	private final Thread thread;

	private final CountDownLatch firstAttempt = new CountDownLatch(1);

	private final CountDownLatch closed = new CountDownLatch(1);

	private volatile @Nullable Link link;

	private volatile NodeUnreachableException reason = new NodeUnreachableException("not connected yet", null);

	Lane(String threadName, Connector connector, JedisNodeSettings settings, ScheduledExecutorService timer,
			LongSupplier clock) {
		this.node = settings.toString();
		this.connector = connector;
		this.watchdog = new Watchdog(() -> this.link, settings, timer, clock);
		this.clock = clock;
		this.nodeTimeout = settings.nodeTimeout();
		this.owed = new OwedReleases(clock);
		this.thread = new Thread(this::run, threadName);
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
		this.watchdog.start();
	}

	CompletableFuture<NodeReply> send(NodeCommand command) {
		Link link = this.link;
		if (link == null || link.isStalled()) {
			return refuse(command, link);
		}
		if (command.isVote() && link.quarantineNanos() > 0) {
			Duration left = Duration.ofNanos(link.quarantineNanos());
			return CompletableFuture
				.completedFuture(NodeReply.quarantined(new NodeUnreachableException(RestartGuard.explain(left), null)));
		}
		Call call = Call.of(command, this.clock.getAsLong());
		link.send(call);
		this.watchdog.watch();
		return call.reply();
	}

	private CompletableFuture<NodeReply> refuse(NodeCommand command, @Nullable Link link) {
		if (command instanceof Release release) {
			this.owed.add(release);
			payOwed();
		}
		return CompletableFuture.completedFuture(
				NodeReply.unreachable((link != null) ? new NodeUnreachableException(SILENT, null) : this.reason));
	}

	private void payOwed() {
		Link link = this.link;
		if (link != null && !link.isStalled() && !this.owed.isEmpty()) {
			payOwed(link);
		}
	}

	private void payOwed(Link link) {
		Release release;
		// A link that closes meanwhile gives what it gets back to the queue.
		while (!link.isClosed() && (release = this.owed.poll()) != null) {
			link.send(Call.of(release, this.clock.getAsLong()));
		}
		this.watchdog.watch();
	}

	private void run() {
		while (isOpen()) {
			try {
				Link link = this.connector.connect(this::payOwed, this::orphan, this.closed, this::onConnectFailure);
				if (link != null) {
					serve(link);
				}
			}
			catch (Throwable ex) {
				// Whatever it is, a lane without its thread would never come back.
				logger.error("A lane failed and starts anew", ex);
			}
		}
	}

	private void serve(Link link) {
		Throwable cause = null;
		try {
			payOwed(link);
			this.link = link;
			logger.info("Connected to {}", this.node);
			this.firstAttempt.countDown();
			payOwed();
			link.readReplies();
		}
		catch (RuntimeException ex) {
			cause = ex;
		}
		finally {
			this.reason = new NodeUnreachableException("the connection was lost", cause);
			this.link = null;
			if (isOpen()) {
				logger.warn("Lost the connection to {}: {}", this.node, String.valueOf(cause));
			}
			link.close();
			link.sweep();
			this.connector.giveBack();
		}
	}

	private void onConnectFailure(Throwable ex) {
		this.reason = new NodeUnreachableException(String.valueOf(ex.getMessage()), ex);
		if (this.firstAttempt.getCount() > 0) {
			logger.warn("Can't connect to {} yet, and keep trying: {}", this.node, ex.getMessage());
		}
		this.firstAttempt.countDown();
	}

	private void orphan(Call call, boolean written) {
		NodeCommand command = call.command();
		if (command instanceof Release release) {
			this.owed.add(release);
		}
		else if (written && command != null) {
			this.owed.addUnanswered(command);
		}
		call.complete(NodeReply.unreachable(this.reason));
		payOwed();
	}

	NodeStatus status() {
		Link link = this.link;
		if (link == null) {
			return new NodeStatus(State.DOWN, String.valueOf(this.reason.getMessage()));
		}
		if (link.isStalled()) {
			return new NodeStatus(State.DOWN, SILENT);
		}
		long quarantine = link.quarantineNanos();
		return (quarantine > 0) ? new NodeStatus(State.QUARANTINED, RestartGuard.explain(Duration.ofNanos(quarantine)))
				: new NodeStatus(State.UP, "");
	}

	private boolean isOpen() {
		return this.closed.getCount() > 0;
	}

	/**
	 * Waits until the first attempt to connect has succeeded or failed.
	 */
	void awaitFirstAttempt(Duration timeout) throws InterruptedException {
		this.firstAttempt.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Closes the connection after the server has answered what was sent so far, or the
	 * node time-out.
	 */
	void close() {
		Link link = this.link;
		if (link != null) {
			Call last = Call.ping(this.clock.getAsLong());
			link.send(last);
			last.reply()
				.completeOnTimeout(NodeReply.TIMED_OUT, this.nodeTimeout.toNanos(), TimeUnit.NANOSECONDS)
				.join();
		}
		this.closed.countDown();
		this.watchdog.stop();
		Link present = this.link;
		if (present != null) {
			present.close();
		}
	}

}
