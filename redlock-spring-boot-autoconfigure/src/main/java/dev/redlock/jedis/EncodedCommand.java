package dev.redlock.jedis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.RedisOutputStream;

/**
 * What is sent for a command. Thread-safe, as long as nobody changes its arguments or
 * bytes.
 */
final class EncodedCommand {

	static final EncodedCommand PING = of(new CommandArguments(Command.PING));

	static final EncodedCommand INFO_REPLICATION = of(new CommandArguments(Command.INFO).add("replication"));

	/**
	 * Nearly all commands fit into so many bytes.
	 */
	private static final int USUAL_SIZE = 256;

	private final Supplier<CommandArguments> arguments;

	private final boolean once;

	private volatile byte @Nullable [] bytes;

	private EncodedCommand(Supplier<CommandArguments> arguments, boolean once) {
		this.arguments = arguments;
		this.once = once;
	}

	/**
	 * Returns what is sent to several nodes, or more than once, and made into bytes only
	 * once.
	 */
	static EncodedCommand of(CommandArguments arguments) {
		return of(() -> arguments);
	}

	/**
	 * Returns what is perhaps never sent as it is, such as a release that becomes a part
	 * of a batch.
	 */
	static EncodedCommand of(Supplier<CommandArguments> arguments) {
		return new EncodedCommand(arguments, false);
	}

	/**
	 * Returns what is sent once, so that its bytes need not be kept.
	 */
	static EncodedCommand once(CommandArguments arguments) {
		return new EncodedCommand(() -> arguments, true);
	}

	/**
	 * Returns the command as Jedis has it.
	 */
	CommandArguments arguments() {
		return this.arguments.get();
	}

	/**
	 * Writes the command as the server gets it.
	 */
	void writeTo(RedisOutputStream out) throws IOException {
		if (this.once) {
			Protocol.sendCommand(out, arguments());
		}
		else {
			out.write(bytes());
		}
	}

	/**
	 * Returns the command as the server gets it.
	 */
	byte[] bytes() {
		byte[] bytes = this.bytes;
		if (bytes == null) {
			// Threads that do this at the same time make the same.
			bytes = encode();
			this.bytes = bytes;
		}
		return bytes;
	}

	private byte[] encode() {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);
		RedisOutputStream out = new RedisOutputStream(bytes, USUAL_SIZE);
		Protocol.sendCommand(out, arguments());
		try {
			out.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

}
