package dev.redlock.jedis;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Makes the connections of a subscriber, on a thread that lives no longer than that
 * takes.
 */
final class SubscriberWires {

	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

	private static final Logger logger = LoggerFactory.getLogger(SubscriberWires.class);

	private final JedisNodeSettings settings;

	private final LaneConnectionFactory connections;

	private final ReadLoops loops;

	private final Redaction redaction;

	private final Background background;

	private final ConnectDelays delays;

	private final LongSupplier clock;

	private final BooleanSupplier up;

	private final Supplier<@Nullable String> server;

	private final NodeWarnings warnings;

	/** The server of the node before the latest connection was made. */
	private volatile @Nullable String connectedTo;

	private final CountDownLatch closed = new CountDownLatch(1);

	/**
	 * Creates what makes the connections of a node.
	 * @param settings how to reach the node
	 * @param resources what all nodes share
	 * @param up returns whether the node is connected otherwise
	 * @param server returns which server the node's votes come from, if it is known
	 * @param warnings told if there can be no notifications though it is
	 */
	SubscriberWires(JedisNodeSettings settings, JedisResources resources, BooleanSupplier up,
			Supplier<@Nullable String> server, NodeWarnings warnings) {
		this.clock = resources.clock();
		this.up = up;
		this.server = server;
		this.warnings = warnings;
		this.settings = settings;
		this.connections = new LaneConnectionFactory(settings, ConnectDeadline.of(settings, resources.timer()));
		this.loops = resources.loops();
		this.redaction = new Redaction(settings.effectivePassword());
		this.delays = new ConnectDelays(resources.clock());
		this.background = new Background("redlock-connect-" + settings.name(), resources.timer());
	}

	/**
	 * Connects in the background, however long it takes.
	 * @param wanted asked before each attempt whether a connection is wanted still
	 * @param user takes the connection, or says that it is not wanted any more
	 */
	void connect(BooleanSupplier wanted, Predicate<Wire> user) {
		this.background.run(() -> run(wanted, user));
	}

	private void run(BooleanSupplier wanted, Predicate<Wire> user) {
		try {
			long begin = this.clock.getAsLong();
			long delay = this.delays.first();
			while (!this.closed.await(delay, TimeUnit.MILLISECONDS)) {
				try {
					if (wanted.getAsBoolean()) {
						hand(user);
					}
					return;
				}
				catch (Throwable ex) {
					// Whatever it is, nobody else would try again.
					report(ex, this.clock.getAsLong() - begin);
				}
				delay = this.delays.next();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void report(Throwable failure, long sinceNanos) {
		try {
			Throwable shown = this.redaction.redact(failure);
			logger.debug("No connection for notifications of {} yet", this.settings, shown);
			if (sinceNanos >= PATIENCE_NANOS && this.up.getAsBoolean()) {
				this.warnings.tellsNoReleases(shown.getMessage());
			}
		}
		catch (Throwable ex) {
			// Nor does the log end the attempts.
		}
	}

	/**
	 * Called with what the server says on a connection instead of doing something.
	 */
	void refused(JedisDataException refusal) {
		if (this.up.getAsBoolean()) {
			this.warnings.tellsNoReleases(refusal.getMessage());
		}
	}

	/**
	 * Returns whether the node's votes come from another server than when the latest
	 * connection was made, which then may hear of no release any more.
	 */
	boolean mayBeElsewhere() {
		return !Objects.equals(this.connectedTo, this.server.get());
	}

	/**
	 * Called by the user of a connection that takes it.
	 */
	void taken() {
		this.delays.connected();
	}

	private void hand(Predicate<Wire> user) {
		// Before, since the address may lead to another one meanwhile.
		this.connectedTo = this.server.get();
		Wire wire = wire((LaneConnection) this.connections.makeObject().getObject());
		boolean taken = false;
		try {
			taken = user.test(wire);
		}
		finally {
			if (!taken) {
				wire.close(null);
			}
		}
	}

	private Wire wire(LaneConnection connection) {
		try {
			return this.loops.wire(connection);
		}
		catch (Throwable ex) {
			connection.close();
			throw ex;
		}
	}

	/**
	 * Ends the attempts to connect.
	 */
	void close() {
		this.closed.countDown();
	}

}
