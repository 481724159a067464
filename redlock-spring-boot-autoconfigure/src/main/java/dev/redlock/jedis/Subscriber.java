package dev.redlock.jedis;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.ReleaseWatch;

/**
 * Hears from one server which keys were released, over a connection of its own that
 * exists only while somebody waits, and some seconds longer. Whatever goes wrong with it
 * costs notifications and nothing else. Thread-safe.
 */
final class Subscriber {

	private static final long TICK_MILLIS = 5000;

	/**
	 * Many, since whoever waits for a key waits for this to be over.
	 */
	private static final int BATCH = 1000;

	private static final Logger logger = LoggerFactory.getLogger(Subscriber.class);

	private final SubscriberWires wires;

	private final ScheduledExecutorService timer;

	private final ReentrantLock lock = new ReentrantLock();

	/** Changed under the lock, but looked at without, since the reader must not wait. */
	private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();

	private @Nullable SubscribedWire wire;

	private boolean connecting;

	private volatile boolean heard;

	private boolean idle;

	private boolean closed;

	/**
	 * Creates a subscriber, which does nothing yet.
	 * @param wires makes its connections
	 * @param timer the timer
	 */
	Subscriber(SubscriberWires wires, ScheduledExecutorService timer) {
		this.wires = wires;
		this.timer = timer;
	}

	/**
	 * Watches a key.
	 * @param key the key
	 * @param released see {@link dev.redlock.node.RedlockNode#watch}
	 */
	ReleaseWatch watch(String key, Consumer<String> released) {
		Subscription present;
		Subscription subscription;
		this.lock.lock();
		try {
			if (this.closed) {
				return ReleaseWatch.DEAF;
			}
			present = this.subscriptions.get(key);
			subscription = (present != null) ? present : new Subscription(key);
			// First, since the server may announce a release before this thread goes on.
			subscription.add(released);
			if (present == null) {
				this.subscriptions.put(key, subscription);
				if (this.wire != null) {
					this.wire.subscribe(List.of(key));
				}
			}
			if (this.wire == null && !this.connecting) {
				this.connecting = true;
				this.wires.connect(this::goesOnConnecting, this::connected);
			}
		}
		finally {
			this.lock.unlock();
		}
		if (present != null && present.isListening()) {
			released.accept("");
		}
		return new SubscribedWatch(subscription, () -> unwatch(subscription, released));
	}

	private void unwatch(Subscription subscription, Consumer<String> released) {
		this.lock.lock();
		try {
			if (subscription.remove(released) && this.subscriptions.remove(subscription.key(), subscription)) {
				if (this.wire != null) {
					this.wire.unsubscribe(subscription.key(), this.subscriptions.isEmpty());
				}
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns whether anybody waits, whatever has become of those for whom a connection
	 * is being made. If nobody does, another one can be asked for.
	 */
	private boolean goesOnConnecting() {
		this.lock.lock();
		try {
			this.connecting = !this.closed && !this.subscriptions.isEmpty();
			return this.connecting;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Called with a new connection. If this throws, the connection is not used, and
	 * another one is awaited.
	 * @return {@code false} if it is not wanted any more
	 */
	private boolean connected(Wire connection) {
		this.lock.lock();
		try {
			if (!goesOnConnecting()) {
				return false;
			}
			this.wires.taken();
			start(new SubscribedWire(connection, this::hear, this.wires::refused, this::ended));
			this.connecting = false;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void start(SubscribedWire wire) {
		this.wire = wire;
		this.heard = true;
		try {
			wire.start();
			subscribeAll(wire);
			this.timer.schedule(() -> tick(wire), TICK_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (Throwable ex) {
			this.wire = null;
			throw ex;
		}
	}

	private void subscribeAll(SubscribedWire wire) {
		List<String> keys = List.copyOf(this.subscriptions.keySet());
		for (int from = 0; from < keys.size(); from += BATCH) {
			wire.subscribe(keys.subList(from, Math.min(from + BATCH, keys.size())));
		}
	}

	/**
	 * Ends a connection that nobody needs, that is silent though it was asked, that the
	 * server has not done everything for, or that leads to a former server.
	 */
	private void tick(SubscribedWire present) {
		this.lock.lock();
		try {
			if (this.wire != present) {
				return;
			}
			boolean stillIdle = this.idle && this.subscriptions.isEmpty();
			if (stillIdle || !this.heard || present.hasServed() || this.wires.mayBeElsewhere()) {
				present.close();
				return;
			}
			this.idle = this.subscriptions.isEmpty();
			this.heard = false;
			present.ping();
			this.timer.schedule(() -> tick(present), TICK_MILLIS, TimeUnit.MILLISECONDS);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Called by the thread that reads for all nodes: it waits for no caller.
	 */
	private void hear(@Nullable ReleaseMessage message) {
		this.heard = true;
		Subscription subscription = (message != null) ? this.subscriptions.get(message.key()) : null;
		if (message == null || subscription == null) {
			return;
		}
		if (message.release() != null) {
			subscription.released(message.release());
		}
		else {
			subscription.listening();
		}
	}

	private void ended(SubscribedWire ended, @Nullable Throwable cause) {
		this.lock.lock();
		try {
			if (this.wire != ended) {
				return;
			}
			this.wire = null;
			this.subscriptions.values().forEach(Subscription::interrupted);
			if (!this.closed && !this.subscriptions.isEmpty()) {
				logger.debug("Notifications of releases are interrupted", cause);
				this.connecting = true;
				this.wires.connect(this::goesOnConnecting, this::connected);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.wires.close();
			if (this.wire != null) {
				this.wire.close();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
