package dev.redlock.jedis;

import java.time.Duration;
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
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Brings a lane its connections: from the pool, ready for commands, again and again until
 * it works (S5). Used by one thread at a time.
 */
final class Connector {

	private static final Logger logger = LoggerFactory.getLogger(Connector.class);

	private final ConnectionPool pool;

	private final JedisResources resources;

	private final Handshake handshake;

	private final RestartGuard guard;

	private final FormerServers former;

	private final Redaction redaction;

	private final String address;

	private final boolean tls;

	private final ConnectDelays delays;

	private final NodeWarnings warnings;

	private final long timeoutNanos;

	/**
	 * Looked at by the timer, too.
	 */
	private volatile @Nullable Session session;

	private @Nullable Connection connection;

	private @Nullable Linked linked;

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
		this.resources = resources;
		this.handshake = new Handshake(node, resources.registry(), former);
		this.former = former;
		this.warnings = warnings;
		this.guard = new RestartGuard(settings.restartGuard());
		this.redaction = new Redaction(settings.effectivePassword());
		this.address = settings.toString();
		this.tls = settings.uri().tls();
		this.delays = new ConnectDelays(resources.clock());
		this.timeoutNanos = settings.nodeTimeout().toNanos();
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
			forget();
			Session session = this.handshake.open(connection, this.session, this);
			this.warnings.warnOf(session.server());
			Link link = this.former.begin(session.server(),
					(sinceUnknownLocks) -> link(connection, session.server(), sinceUnknownLocks, owner));
			this.delays.connected();
			this.reported = null;
			this.session = session;
			this.connection = connection;
			return link;
		}
		catch (Throwable ex) {
			// Whatever it is: the pool has no other connection to give.
			try {
				forget();
			}
			finally {
				discard(connection);
			}
			throw ex;
		}
	}

	private Link link(LaneConnection connection, ServerInfo server, @Nullable Duration sinceUnknownLocks,
			LinkOwner owner) {
		Duration quarantine = this.guard.quarantine(server, sinceUnknownLocks);
		Link link = new Link(this.resources.loops().wire(connection), this.resources.commands(), this.resources.clock(),
				this.timeoutNanos, this.resources.clock().getAsLong() + quarantine.toNanos(), owner);
		this.linked = new Linked(server.runId(), link);
		return link;
	}

	/**
	 * Forgets a link that nobody has got or tells of any more: another server would wait
	 * for its end.
	 */
	private void forget() {
		Linked linked = this.linked;
		if (linked != null) {
			ended(linked.link);
		}
		else {
			this.resources.registry().giveUp(this);
		}
	}

	/**
	 * Called when a link has ended: if it is the last one, another node may have its
	 * server, and another server does not know what it has granted.
	 * @param link the link
	 */
	void ended(Link link) {
		Linked linked = this.linked;
		if (linked != null && linked.link == link) {
			if (link.isLate()) {
				this.delays.wasSilent();
			}
			this.former.end(linked.runId, link);
			this.resources.registry().giveUp(this);
			// Last: whoever fails on the way tries again.
			this.linked = null;
		}
	}

	/**
	 * Returns the question whether the server of the last link is, or has been, a replica
	 * since that began: it does not tell by itself, unless it is to write something.
	 */
	Call replicaCheck() {
		Session session = this.session;
		return Call.ask(EncodedCommand.INFO_REPLICATION, (reply) -> {
			if (reply.cause() instanceof JedisAccessControlException refusal) {
				this.warnings.warnOf(refusal);
			}
			if (session != null && reply.value() != null) {
				this.former.look(session.server().runId(), Replication.parse(reply.value()));
			}
		}, this.resources.clock().getAsLong());
	}

	/**
	 * Called when the server of the last link has turned out to be a replica.
	 */
	void metReplica() {
		Linked linked = this.linked;
		if (linked != null) {
			this.former.metReplica(linked.runId);
		}
	}

	/**
	 * Called when the server of the last link refuses what every lock needs.
	 * @param refusal what it said
	 */
	void refusesLocks(JedisDataException refusal) {
		this.warnings.refusesLocks(refusal);
	}

	/**
	 * Returns the version of the server that the last link leads to, or {@code null} if
	 * there has been none.
	 */
	@Nullable String serverVersion() {
		Session session = this.session;
		return (session != null) ? session.server().version() : null;
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

	/**
	 * The last link, until it has ended.
	 *
	 * @param runId identifies the server that it leads to
	 * @param link the link
	 */
	private record Linked(String runId, Link link) {
	}

}
