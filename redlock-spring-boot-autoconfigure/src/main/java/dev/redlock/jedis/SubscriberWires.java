package dev.redlock.jedis;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Makes the connections of a subscriber, on a thread that lives no longer than that
 * takes.
 */
final class SubscriberWires {

	private static final long FIRST_DELAY_MILLIS = 50;

	private static final long LAST_DELAY_MILLIS = 1000;

	private static final Logger logger = LoggerFactory.getLogger(SubscriberWires.class);

	private final JedisNodeSettings settings;

	private final LaneConnectionFactory connections;

	private final ReadLoops loops;

	private final Redaction redaction;

	private final Background background;

	private final CountDownLatch closed = new CountDownLatch(1);

	SubscriberWires(JedisNodeSettings settings, JedisResources resources) {
		this.settings = settings;
		this.connections = new LaneConnectionFactory(settings);
		this.loops = resources.loops();
		this.redaction = new Redaction(settings.effectivePassword());
		this.background = new Background("redlock-connect-" + settings.name(), resources.timer());
	}

	/**
	 * Connects in the background, however long it takes.
	 * @param user takes the connection, or says that it is not wanted any more
	 */
	void connect(Predicate<Wire> user) {
		this.background.run(() -> run(user));
	}

	private void run(Predicate<Wire> user) {
		ExponentialBackOff backOff = new ExponentialBackOff(FIRST_DELAY_MILLIS, 2);
		backOff.setMaxInterval(LAST_DELAY_MILLIS);
		backOff.setJitter(FIRST_DELAY_MILLIS / 2);
		BackOffExecution delays = backOff.start();
		try {
			do {
				try {
					hand(user);
					return;
				}
				catch (Throwable ex) {
					// Whatever it is, nobody else would try again.
					logger.debug("No connection for notifications of {} yet", this.settings, this.redaction.redact(ex));
				}
			}
			while (!this.closed.await(delays.nextBackOff(), TimeUnit.MILLISECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void hand(Predicate<Wire> user) {
		Wire wire = this.loops.wire((LaneConnection) this.connections.makeObject().getObject());
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

	/**
	 * Ends the attempts to connect.
	 */
	void close() {
		this.closed.countDown();
	}

}
