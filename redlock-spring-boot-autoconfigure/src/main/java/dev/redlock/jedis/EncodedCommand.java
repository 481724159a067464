package dev.redlock.jedis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.RedisOutputStream;

/**
 * What is sent for a command.
 *
 * @param arguments the command as Jedis has it; must not be changed
 * @param bytes the command as the server gets it; must not be changed
 */
record EncodedCommand(CommandArguments arguments, byte[] bytes) {

	static final EncodedCommand PING = of(new CommandArguments(Command.PING));

	static final EncodedCommand INFO_REPLICATION = of(new CommandArguments(Command.INFO).add("replication"));

	/**
	 * Nearly all commands fit into so many bytes.
	 */
	private static final int USUAL_SIZE = 256;

	static EncodedCommand of(CommandArguments arguments) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_SIZE);
		RedisOutputStream out = new RedisOutputStream(bytes, USUAL_SIZE);
		Protocol.sendCommand(out, arguments);
		try {
			out.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new EncodedCommand(arguments, bytes.toByteArray());
	}

}
