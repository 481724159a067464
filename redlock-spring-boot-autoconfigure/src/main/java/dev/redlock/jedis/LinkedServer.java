package dev.redlock.jedis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The server to which the links of a lane lead, which may become another one with each
 * connection (S9). Used by whoever connects, unless it says otherwise.
 */
final class LinkedServer {

	private final JedisResources resources;

	private final Handshake handshake;

	private final RestartGuard guard;

	private final FormerServers former;

	private final NodeWarnings warnings;

	private final long timeoutNanos;

	/**
	 * Looked at by the timer, too.
	 */
	private volatile @Nullable Session session;

	private @Nullable Linked linked;

	/**
	 * Creates the server of a lane, which is not known yet.
	 * @param node the node
	 * @param settings how to use the node
	 * @param resources what all nodes share
	 * @param former shared by the lanes of the node
	 * @param warnings shared by them, too
	 */
	LinkedServer(NodeIdentity node, JedisNodeSettings settings, JedisResources resources, FormerServers former,
			NodeWarnings warnings) {
		this.resources = resources;
		this.handshake = new Handshake(node, resources.registry(), former);
		this.guard = new RestartGuard(settings.restartGuard());
		this.former = former;
		this.warnings = warnings;
		this.timeoutNanos = settings.nodeTimeout().toNanos();
	}

	/**
	 * Gets to know the server of a new connection, and begins a link to it. If this
	 * throws, the link has to be {@linkplain #forget forgotten}.
	 * @param connection the connection
	 * @param owner for the link
	 * @return the link
	 */
	Link open(LaneConnection connection, LinkOwner owner) {
		forget();
		Session session = this.handshake.open(connection, this.session, this);
		this.warnings.warnOf(session.server());
		Link link = this.former.begin(session.server(),
				(sinceUnknownLocks) -> link(connection, session.server(), sinceUnknownLocks, owner));
		this.session = session;
		return link;
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
	void forget() {
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
	@Nullable String version() {
		Session session = this.session;
		return (session != null) ? session.server().version() : null;
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
