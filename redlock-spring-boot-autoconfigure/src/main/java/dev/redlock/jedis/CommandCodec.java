package dev.redlock.jedis;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeReply;

/**
 * Turns commands into what a server understands, and what it answers into replies.
 */
final class CommandCodec {

	private final Map<Script, byte[]> hashes;

	CommandCodec(Map<Script, byte[]> hashes) {
		this.hashes = hashes;
	}

	/**
	 * Encodes a command.
	 * @param command the command
	 * @param withSource whether the server does not know the script
	 */
	CommandArguments encode(NodeCommand command, boolean withSource) {
		if (command instanceof Acquire acquire) {
			if (acquire.keys().size() == 1) {
				return new CommandArguments(Command.SET).add(acquire.keys().get(0))
					.add(acquire.token())
					.add("NX")
					.add("PX")
					.add(acquire.ttlMillis());
			}
			return script(Script.ACQUIRE, withSource, acquire).add(acquire.ttlMillis());
		}
		if (command instanceof Extend extend) {
			return script(Script.EXTEND, withSource, extend).add(extend.ttlMillis());
		}
		return script(Script.RELEASE, withSource, command);
	}

	private CommandArguments script(Script script, boolean withSource, NodeCommand command) {
		CommandArguments arguments = withSource ? new CommandArguments(Command.EVAL).add(script.source())
				: new CommandArguments(Command.EVALSHA).add(this.hashes.get(script));
		List<String> keys = command.keys();
		arguments.add(keys.size());
		for (String key : keys) {
			arguments.add(key);
		}
		return arguments.add(command.token());
	}

	/**
	 * Decodes the reply to a command.
	 * @param command the command
	 * @param reply what the server sent; never an error
	 */
	static NodeReply decode(NodeCommand command, @Nullable Object reply) {
		if (command instanceof Acquire) {
			return (reply == null || isNumber(reply, 0)) ? NodeReply.FOREIGN : NodeReply.DONE;
		}
		if (isNumber(reply, 1)) {
			return NodeReply.DONE;
		}
		return isNumber(reply, 0) ? NodeReply.ABSENT : NodeReply.FOREIGN;
	}

	private static boolean isNumber(@Nullable Object reply, long number) {
		return reply instanceof Long value && value == number;
	}

	/**
	 * Turns an error of the server into a reply that does not show the token.
	 * @param command the command
	 * @param error the error
	 */
	static NodeReply failed(NodeCommand command, Exception error) {
		String message = String.valueOf(error.getMessage());
		if (message.contains(command.token())) {
			return NodeReply.failed(new IllegalStateException(message.replace(command.token(), "***")));
		}
		return NodeReply.failed(error);
	}

}
