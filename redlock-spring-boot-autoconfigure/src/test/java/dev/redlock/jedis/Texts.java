package dev.redlock.jedis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.StreamSupport;

import redis.clients.jedis.CommandArguments;

/**
 * What a command looks like to whoever reads it.
 */
final class Texts {

	private Texts() {
	}

	static List<String> of(CommandArguments arguments) {
		return StreamSupport.stream(arguments.spliterator(), false)
			.map((argument) -> new String(argument.getRaw(), StandardCharsets.UTF_8))
			.toList();
	}

}
