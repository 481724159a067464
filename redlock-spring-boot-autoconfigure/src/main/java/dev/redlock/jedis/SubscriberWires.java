package dev.redlock.jedis;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the connections of a subscriber, on a thread that lives no longer than that
 * takes.
 */
final class SubscriberWires {

	private static final Logger logger = LoggerFactory.getLogger(SubscriberWires.class);

	private final JedisNodeSettings settings;

	private final LaneConnectionFactory connections;

	private final ReadLoops loops;

	private final Redaction redaction;

	private final Background background;

	private final ConnectDelays delays;

	private final CountDownLatch closed = new CountDownLatch(1);

	SubscriberWires(JedisNodeSettings settings, JedisResources resources) {
		this.settings = settings;
		this.connections = new LaneConnectionFactory(settings);
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
					report(ex);
				}
				delay = this.delays.next();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void report(Throwable failure) {
		try {
			logger.debug("No connection for notifications of {} yet", this.settings, this.redaction.redact(failure));
		}
		catch (Throwable ex) {
			// Nor does the log end the attempts.
		}
	}

	/**
	 * Called by the user of a connection that takes it.
	 */
	void taken() {
		this.delays.connected();
	}

	private void hand(Predicate<Wire> user) {
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
