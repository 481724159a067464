package dev.redlock.jedis;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Brings a lane its connections: from the pool, ready for commands, again and again until
 * it works (S5). Used by one thread at a time.
 */
final class Connector {

	private static final Logger logger = LoggerFactory.getLogger(Connector.class);

	private final ConnectionPool pool;

	private final Redaction redaction;

	private final String address;

	private final boolean tls;

	private final ConnectDelays delays;

	private final LinkedServer server;

	private final ConnectDeadline deadline;

	private @Nullable Connection connection;

	/** The kind of error that was reported last; {@code null} after a success. */
	private @Nullable Class<?> reported;

	/**
	 * Creates a connector.
	 * @param node the node
	 * @param pool makes the connections
	 * @param settings how to use the node
	 * @param resources what all nodes share
	 * @param former shared by the lanes of the node
	 * @param warnings shared by them, too
	 */
	Connector(NodeIdentity node, ConnectionPool pool, JedisNodeSettings settings, JedisResources resources,
			FormerServers former, NodeWarnings warnings) {
		this.pool = pool;
		this.redaction = new Redaction(settings.effectivePassword());
		this.address = settings.toString();
		this.tls = settings.uri().tls();
		this.delays = new ConnectDelays(resources.clock());
		this.deadline = ConnectDeadline.of(settings, resources.timer());
		this.server = new LinkedServer(node, settings, resources, former, warnings);
	}

	/**
	 * Connects, however long it takes. Gives the connection that there was before back to
	 * the pool.
	 * @param owner for the link
	 * @param closed ends the attempts
	 * @param failures told about each attempt that failed, without the password
	 * @return the link, or {@code null} if the lane was closed
	 */
	@Nullable Link connect(LinkOwner owner, CountDownLatch closed, Consumer<Throwable> failures) throws InterruptedException {
		giveBack();
		closed.await(this.delays.first(), TimeUnit.MILLISECONDS);
		while (closed.getCount() > 0) {
			try {
				return open((LaneConnection) this.pool.getResource(), owner);
			}
			catch (JedisAccessControlException ex) {
				tell(failures, this.redaction.redact(ConnectFailures.explain(ex)));
			}
			catch (JedisConnectionException ex) {
				tell(failures, this.redaction.redact(ConnectFailures.explain(ex, this.tls)));
			}
			catch (RuntimeException ex) {
				tell(failures, this.redaction.redact(ex));
			}
			catch (Error ex) {
				reportOnce(ex);
				tell(failures, ex);
			}
			closed.await(this.delays.next(), TimeUnit.MILLISECONDS);
		}
		return null;
	}

	/**
	 * Reports an error, but not each time again that such a server may cause.
	 */
	private void reportOnce(Error ex) {
		if (ex.getClass() != this.reported) {
			this.reported = ex.getClass();
			Failures.report(logger, "A connection to {} failed and is tried again", this.address, ex);
		}
	}

	private void tell(Consumer<Throwable> failures, Throwable failure) {
		try {
			failures.accept(failure);
			logger.debug("Can't connect to {} yet: {}", this.address, failure.getMessage());
		}
		catch (Throwable ex) {
			// The next attempt has to wait all the same.
			Failures.report(logger, "A failure to connect could not be told", ex);
		}
	}

	private Link open(LaneConnection connection, LinkOwner owner) {
		try {
			Link link = this.deadline.within(connection::cut, () -> this.server.open(connection, owner));
			this.delays.connected();
			this.reported = null;
			this.connection = connection;
			return link;
		}
		catch (Throwable ex) {
			// Whatever it is: the pool has no other connection to give.
			try {
				this.server.forget();
			}
			finally {
				discard(connection);
			}
			throw ex;
		}
	}

	/**
	 * Called when a link has ended.
	 * @param link the link
	 */
	void ended(Link link) {
		if (link.isLate()) {
			this.delays.wasSilent();
		}
		this.server.ended(link);
	}

	/**
	 * Returns the server to which the links lead.
	 */
	LinkedServer server() {
		return this.server;
	}

	private void giveBack() {
		Connection connection = this.connection;
		if (connection != null) {
			this.connection = null;
			discard(connection);
		}
	}

	private void discard(Connection connection) {
		connection.setBroken();
		try {
			connection.close();
		}
		catch (JedisException ex) {
			// Nobody uses it any more, whatever the pool makes of it.
			logger.debug("A connection could not be given back", this.redaction.redact(ex));
		}
	}

}
