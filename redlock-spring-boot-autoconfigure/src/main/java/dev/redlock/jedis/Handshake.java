package dev.redlock.jedis;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What happens on a new connection before it carries commands.
 */
final class Handshake {

	private static final Logger logger = LoggerFactory.getLogger(Handshake.class);

	private final NodeIdentity node;

	private final ServerRegistry registry;

	private final FormerServers former;

	Handshake(NodeIdentity node, ServerRegistry registry, FormerServers former) {
		this.node = node;
		this.registry = registry;
		this.former = former;
	}

	/**
	 * Gets to know the server, and refuses one that must never vote (S9).
	 * @param connection the new connection
	 * @param previous the session of the connection before, if there was one
	 * @param holder has the server claimed from now on, also if this throws
	 */
	Session open(Connection connection, @Nullable Session previous, Object holder) {
		ServerInfo server = server(connection);
		refuseUnlessIndependent(server, holder);
		if (previous != null) {
			fence(connection, server, previous);
		}
		for (Script script : Script.values()) {
			connection.sendCommand(Command.SCRIPT, "LOAD".getBytes(StandardCharsets.US_ASCII), script.source());
			connection.getBinaryBulkReply();
		}
		// Last, since its reply is like no other: if it fits, none of those before is
		// left.
		return new Session(server, clientId(connection));
	}

	private static ServerInfo server(Connection connection) {
		connection.sendCommand(Command.INFO);
		String info = connection.getBulkReply();
		return ServerInfo.parse(info, info.contains("aof_enabled:1") && isSyncing(connection));
	}

	private static boolean isSyncing(Connection connection) {
		return setting(connection, "appendfsync").equals("always")
				&& setting(connection, "no-appendfsync-on-rewrite").equals("no");
	}

	/**
	 * Returns a setting of the server; empty if it won't say.
	 */
	private static String setting(Connection connection, String name) {
		try {
			connection.sendCommand(Command.CONFIG, "GET", name);
			// A list in RESP2, a map in RESP3.
			return BuilderFactory.STRING_MAP.build(connection.getOne()).getOrDefault(name, "");
		}
		catch (JedisDataException ex) {
			logger.debug("The server does not tell its configuration", ex);
			return "";
		}
	}

	private void refuseUnlessIndependent(ServerInfo server, Object holder) {
		if (server.runId().isEmpty()) {
			throw new NodeUnreachableException("it does not tell its run_id (INFO), without which neither a restart "
					+ "nor a server that is listed twice can be noticed: use Redis or Valkey", null);
		}
		this.former.look(server.runId(), server.replication());
		if (!server.replication().master()) {
			throw new NodeUnreachableException("it is a replica, which must not vote: list masters only", null);
		}
		if (server.mode().equals("cluster")) {
			throw new NodeUnreachableException(
					"it is a member of a cluster, which must not vote: list independent masters only", null);
		}
		if (server.mode().equals("sentinel")) {
			throw new NodeUnreachableException("it is a Sentinel, which has no keys: list the masters themselves",
					null);
		}
		NodeIdentity owner = this.registry.claim(server.runId(), this.node, holder);
		if (owner != this.node) {
			this.former.endOthers(server.runId());
			throw new NodeUnreachableException(
					"it is the same server as node " + owner.name() + ", which must not vote twice: list it once",
					null);
		}
	}

	/**
	 * Makes sure that nothing of an earlier connection is carried out from now on, if the
	 * user of the server may end connections: a server that was paused still has what it
	 * had received (S4).
	 */
	private static void fence(Connection connection, ServerInfo server, Session previous) {
		if (previous.clientId() < 0 || !previous.server().runId().equals(server.runId())) {
			return;
		}
		try {
			connection.sendCommand(Command.CLIENT, "KILL", "ID", Long.toString(previous.clientId()));
			connection.getOne();
		}
		catch (JedisDataException ex) {
			logger.debug("The earlier connection could not be ended on the server", ex);
		}
	}

	private static long clientId(Connection connection) {
		try {
			connection.sendCommand(Command.CLIENT, "ID");
			return connection.getIntegerReply();
		}
		catch (JedisDataException ex) {
			logger.debug("The server does not tell the id of a connection", ex);
			return -1;
		}
	}

}
