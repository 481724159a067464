package dev.redlock.jedis;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeCommand.RaiseFence;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;

/**
 * Turns commands into what a server understands, and what it answers into replies.
 */
final class CommandCodec {

	private static final String FENCE = ":fence";

	private static final byte[] OK = { 'O', 'K' };

	private CommandCodec() {
	}

	/**
	 * Encodes a command.
	 * @param command the command
	 * @param withSource whether the server does not know the script
	 * @param votingMillis for how long the server has voted
	 */
	static CommandArguments encode(NodeCommand command, boolean withSource, long votingMillis) {
		if (command instanceof Acquire acquire) {
			if (isPlain(acquire)) {
				return new CommandArguments(Command.SET).add(acquire.keys().get(0))
					.add(acquire.token())
					.add("NX")
					.add("PX")
					.add(acquire.ttlMillis());
			}
			return script(Script.ACQUIRE, withSource, acquire.keys()).add(acquire.token()).add(acquire.ttlMillis());
		}
		if (command instanceof AcquireFenced acquire) {
			return script(Script.ACQUIRE_FENCED, withSource, withCounters(acquire.keys())).add(acquire.token())
				.add(acquire.ttlMillis())
				.add(acquire.retentionMillis())
				.add(votingMillis);
		}
		if (command instanceof RaiseFence raise) {
			return script(Script.RAISE_FENCE, withSource, withCounters(raise.keys())).add(raise.token())
				.add(raise.fence())
				.add(raise.retentionMillis());
		}
		if (command instanceof Extend extend) {
			return script(Script.EXTEND, withSource, extend.keys()).add(extend.token()).add(extend.ttlMillis());
		}
		if (command instanceof Heal heal) {
			return script(Script.HEAL, withSource, heal.keys()).add(heal.token()).add(heal.ttlMillis());
		}
		if (command instanceof Inspect) {
			return script(Script.INSPECT, withSource, command.keys());
		}
		return release((Release) command, withSource);
	}

	private static List<String> withCounters(List<String> keys) {
		return Stream.concat(keys.stream(), keys.stream().map((key) -> key + FENCE)).toList();
	}

	private static CommandArguments release(Release release, boolean withSource) {
		CommandArguments arguments = script(Script.RELEASE, withSource, release.keys()).add(release.token());
		// Arguments cost the server time even if the script does not look at them.
		if (release.keepMillis() > 0) {
			return arguments.add(release.announced() ? 1 : 0).add(release.keepMillis());
		}
		return release.announced() ? arguments.add(1) : arguments;
	}

	/**
	 * Encodes the releases of a batch as one command.
	 * @param releases releases of one key each, whose tokens have no blanks
	 * @param withSource whether the server does not know the script
	 */
	static CommandArguments batch(List<Release> releases, boolean withSource) {
		CommandArguments arguments = head(Script.RELEASE_EACH, withSource).add(releases.size());
		StringJoiner tokens = new StringJoiner(" ");
		for (Release release : releases) {
			arguments.add(release.keys().get(0));
			tokens.add(release.token());
		}
		return arguments.add(tokens.toString());
	}

	private static CommandArguments script(Script script, boolean withSource, List<String> keys) {
		CommandArguments arguments = head(script, withSource).add(keys.size());
		for (String key : keys) {
			arguments.add(key);
		}
		return arguments;
	}

	private static CommandArguments head(Script script, boolean withSource) {
		return withSource ? new CommandArguments(Command.EVAL).add(script.source())
				: new CommandArguments(Command.EVALSHA).add(script.hash());
	}

	/**
	 * Decodes the reply to a command.
	 * @param command the command
	 * @param reply what the server sent; never an error
	 * @throws IllegalStateException if the command has no such reply, so that it may be
	 * that of another one
	 */
	static NodeReply decode(NodeCommand command, @Nullable Object reply) {
		if (command instanceof Acquire acquire) {
			return isPlain(acquire) ? set(reply) : granted(number(reply, 1));
		}
		if (command instanceof AcquireFenced) {
			long number = number(reply, Long.MAX_VALUE);
			return (number > 0) ? NodeReply.counted(number) : held(-number);
		}
		if (command instanceof Inspect) {
			return found(reply);
		}
		if (command instanceof Release) {
			long number = number(reply, Long.MAX_VALUE);
			return (number > 0) ? NodeReply.announced(number - 1) : notDone(number);
		}
		long number = number(reply, 1);
		if (number == 1) {
			return NodeReply.DONE;
		}
		return (command instanceof Extend) ? notDone(number) : NodeReply.FOREIGN;
	}

	private static boolean isPlain(Acquire acquire) {
		return acquire.keys().size() == 1 && !acquire.tellRemaining();
	}

	private static long number(@Nullable Object reply, long most) {
		if (reply instanceof Long number && number <= most) {
			return number;
		}
		throw astray();
	}

	private static IllegalStateException astray() {
		return new IllegalStateException("The server gave an answer that its command does not have");
	}

	private static NodeReply notDone(long number) {
		return (number == 0) ? NodeReply.ABSENT : NodeReply.FOREIGN;
	}

	/**
	 * Splits the reply to a batch into what each release would have got alone.
	 * @param reply what the server sent; never an error
	 * @param size how many releases there are
	 */
	static @Nullable Object[] split(@Nullable Object reply, int size) {
		@Nullable Object[] replies = new Object[size];
		Arrays.fill(replies, (reply instanceof List<?>) ? 1L : reply);
		if (reply instanceof List<?> others) {
			for (int i = 0; i < others.size(); i += 2) {
				replies[((Long) others.get(i)).intValue() - 1] = others.get(i + 1);
			}
		}
		return replies;
	}

	private static NodeReply set(@Nullable Object reply) {
		if (reply == null) {
			return NodeReply.FOREIGN;
		}
		if (reply instanceof byte[] text && Arrays.equals(text, OK)) {
			return NodeReply.DONE;
		}
		throw astray();
	}

	private static NodeReply granted(long number) {
		return (number > 0) ? NodeReply.DONE : held(-number);
	}

	private static NodeReply held(long remainingMillis) {
		return (remainingMillis > 0) ? NodeReply.heldFor(remainingMillis) : NodeReply.FOREIGN_FOR_EVER;
	}

	private static NodeReply found(@Nullable Object reply) {
		if (reply == null) {
			return NodeReply.ABSENT;
		}
		if (reply instanceof List<?> pair && pair.size() == 2 && pair.get(0) instanceof byte[] value
				&& pair.get(1) instanceof Long ttl) {
			return NodeReply.found(new String(value, StandardCharsets.UTF_8), ttl);
		}
		throw astray();
	}

	/**
	 * Decodes the reply to a question about no key, which is a text that no command about
	 * a key has.
	 */
	static NodeReply answered(@Nullable Object reply) {
		if (reply == null || reply instanceof Long || reply instanceof List) {
			throw astray();
		}
		if (reply instanceof byte[] text) {
			if (Arrays.equals(text, OK)) {
				throw astray();
			}
			return NodeReply.found(new String(text, StandardCharsets.UTF_8), -1);
		}
		return NodeReply.DONE;
	}

	/**
	 * Turns an error of the server into a reply that does not show the token.
	 * @param command the command
	 * @param error the error
	 */
	static NodeReply failed(NodeCommand command, Exception error) {
		String message = String.valueOf(error.getMessage());
		String shown = Redaction.withoutArguments(message);
		if (!command.token().isEmpty()) {
			shown = shown.replace(command.token(), "***");
		}
		return NodeReply.failed(shown.equals(message) ? error : new IllegalStateException(shown));
	}

}
