package dev.redlock.jedis;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What a new connection learns about its server before it carries commands.
 *
 * @param runId identifies the server process
 * @param clientId identifies the connection on that server; -1 if the server won't say
 * @param hashes the names that the server gave to the scripts
 */
record Session(String runId, long clientId, Map<Script, byte[]> hashes) {

	private static final Logger logger = LoggerFactory.getLogger(Session.class);

	static Session open(Connection connection) {
		Map<Script, byte[]> hashes = new EnumMap<>(Script.class);
		for (Script script : Script.values()) {
			connection.sendCommand(Command.SCRIPT, "LOAD".getBytes(StandardCharsets.US_ASCII), script.source());
			hashes.put(script, connection.getBinaryBulkReply());
		}
		connection.sendCommand(Command.INFO, "server");
		String runId = field(connection.getBulkReply(), "run_id:");
		return new Session(runId, clientId(connection), hashes);
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

	private static String field(String info, String name) {
		return info.lines()
			.filter((line) -> line.startsWith(name))
			.map((line) -> line.substring(name.length()).trim())
			.findFirst()
			.orElse("");
	}

	/**
	 * Makes sure that nothing of an earlier connection is carried out from now on: a
	 * server that was paused still has what it had received (S4).
	 * @param connection the new connection
	 * @param previous the earlier connection, if there was one
	 */
	void fence(Connection connection, @Nullable Session previous) {
		if (previous == null || previous.clientId < 0 || !previous.runId.equals(this.runId)) {
			return;
		}
		try {
			connection.sendCommand(Command.CLIENT, "KILL", "ID", Long.toString(previous.clientId));
			connection.getOne();
		}
		catch (JedisDataException ex) {
			logger.debug("The earlier connection could not be ended on the server", ex);
		}
	}

}
