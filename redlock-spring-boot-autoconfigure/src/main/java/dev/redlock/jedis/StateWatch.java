package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.NodeChange;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;

/**
 * Since when a node has been in its state, and who wants to know of a change. Looks on
 * the timer and never where a change is noticed: that may be a thread that serves locks,
 * or one that is about to write. Thread-safe.
 */
final class StateWatch {

	private static final Logger logger = LoggerFactory.getLogger(StateWatch.class);

	private final String node;

	private final Supplier<NodeStatus> present;

	private final ScheduledExecutorService timer;

	private final LongSupplier clock;

	private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

	/**
	 * How often a look was asked for since the one under way began: there is one at a
	 * time, so that changes are told in order.
	 */
	private final AtomicInteger looks = new AtomicInteger();

	private volatile Period period;

	private volatile @Nullable Future<?> endOfQuarantine;

	private volatile boolean closed;

	/**
	 * Creates the watch of a node that is down.
	 * @param node the name of the node
	 * @param present tells its present state
	 * @param timer where it looks
	 * @param clock the clock
	 */
	StateWatch(String node, Supplier<NodeStatus> present, ScheduledExecutorService timer, LongSupplier clock) {
		this.node = node;
		this.present = present;
		this.timer = timer;
		this.clock = clock;
		this.period = new Period(State.DOWN, clock.getAsLong());
	}

	NodeStatus status() {
		NodeStatus status = this.present.get();
		Period period = this.period;
		// A state that was not looked at yet has only just begun.
		return status.withInState((status.state() == period.state)
				? Duration.ofNanos(Math.max(0, this.clock.getAsLong() - period.since)) : Duration.ZERO);
	}

	void listen(Consumer<NodeChange> listener) {
		this.subscriptions.add(new Subscription(listener));
		mayHaveChanged();
	}

	/**
	 * Has somebody look soon. Never blocks and never throws.
	 */
	void mayHaveChanged() {
		if (!this.closed) {
			try {
				this.timer.execute(this::look);
			}
			catch (RejectedExecutionException ex) {
				logger.debug("The timer has ended before node {} was closed", this.node);
			}
		}
	}

	private void look() {
		if (this.looks.getAndIncrement() > 0) {
			return;
		}
		int seen;
		do {
			seen = this.looks.get();
			try {
				compare();
			}
			catch (Throwable ex) {
				// Who gave up here would leave the node in its state for ever.
				report(ex);
			}
		}
		while (this.looks.addAndGet(-seen) > 0);
	}

	private void compare() {
		NodeStatus status = this.present.get();
		if (status.state() != this.period.state) {
			this.period = new Period(status.state(), this.clock.getAsLong());
		}
		awaitEnd(status.quarantineLeft());
		for (Subscription subscription : this.subscriptions) {
			if (!this.closed) {
				tell(subscription, status);
			}
		}
	}

	private void tell(Subscription subscription, NodeStatus status) {
		try {
			subscription.tell(status);
		}
		catch (Throwable ex) {
			// The others want to know all the same.
			report(ex);
		}
	}

	private void report(Throwable failure) {
		Failures.report(logger, "The state of node {} could not be looked at", this.node, failure);
	}

	/**
	 * Looks again when the quarantine is over, which nothing else tells.
	 */
	private void awaitEnd(@Nullable Duration quarantineLeft) {
		Future<?> last = this.endOfQuarantine;
		if (last != null) {
			last.cancel(false);
		}
		this.endOfQuarantine = (quarantineLeft != null && !this.closed)
				? this.timer.schedule(this::look, quarantineLeft.toNanos(), TimeUnit.NANOSECONDS) : null;
	}

	/**
	 * Tells nobody anything from now on: that a node is closed says nothing about its
	 * server.
	 */
	void close() {
		this.closed = true;
		Future<?> last = this.endOfQuarantine;
		if (last != null) {
			last.cancel(false);
		}
	}

	private record Period(State state, long since) {
	}

	/**
	 * What a listener was told last.
	 */
	private static final class Subscription {

		private final Consumer<NodeChange> listener;

		private State told = State.DOWN;

		Subscription(Consumer<NodeChange> listener) {
			this.listener = listener;
		}

		void tell(NodeStatus status) {
			State from = this.told;
			if (from != status.state()) {
				this.told = status.state();
				this.listener.accept(new NodeChange(from, status.state(), status.detail()));
			}
		}

	}

}
