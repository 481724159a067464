package dev.redlock.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A Redis server that a test can harm.
 */
public interface TestNode {

	/**
	 * A line of the list of clients.
	 */
	Pattern NAMED_CLIENT = Pattern.compile("(?m)^id=(\\d+) .* name=\\S.*$");

	/**
	 * Since when the server has been up.
	 */
	Pattern UPTIME = Pattern.compile("uptime_in_seconds:(\\d+)");

	/**
	 * Returns the port at which the server itself listens on the loopback interface.
	 * @return the port, the same for the life of the node
	 */
	int port();

	/**
	 * Returns the address for the locks under test.
	 * @return a {@code redis://} address
	 */
	default String uri() {
		return "redis://127.0.0.1:" + port();
	}

	/**
	 * Ends the server without a chance to say good-bye.
	 */
	void kill();

	/**
	 * Starts the server again after it was killed, with no data.
	 */
	void restart();

	/**
	 * Stops the server from doing anything; its kernel still accepts connections and
	 * data.
	 */
	void pause();

	/**
	 * Lets a paused server go on.
	 */
	void resume();

	/**
	 * Brings the server back to what it was when it was new: running and empty.
	 */
	void reset();

	/**
	 * Runs a command on a connection of its own, straight at the server.
	 * @param command the command
	 * @param arguments its arguments
	 * @return the reply, texts as strings
	 */
	default @Nullable Object run(Protocol.Command command, String... arguments) {
		try (Connection connection = new Connection(new HostAndPort("127.0.0.1", port()))) {
			CommandArguments all = new CommandArguments(command);
			for (String argument : arguments) {
				all.add(argument);
			}
			Object reply = connection.executeCommand(all);
			return (reply instanceof byte[] bytes) ? new String(bytes, StandardCharsets.UTF_8) : reply;
		}
	}

	/**
	 * Has the server write every change to disk before it answers, and waits until all
	 * that it has is there.
	 */
	default void writeEveryChange() {
		run(Protocol.Command.CONFIG, "SET", "appendfsync", "always");
		run(Protocol.Command.CONFIG, "SET", "appendonly", "yes");
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> info().contains("aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0"));
	}

	/**
	 * Has the server write nothing to disk, as it is when it is new.
	 */
	default void writeNoChange() {
		run(Protocol.Command.CONFIG, "SET", "appendonly", "no");
	}

	/**
	 * Waits until the server has been up for a while.
	 * @param seconds for how long, by its own account
	 */
	default void awaitUptime(long seconds) {
		Awaitility.await().atMost(Duration.ofSeconds(20 + seconds)).until(() -> {
			Matcher uptime = UPTIME.matcher(info());
			return uptime.find() && Long.parseLong(uptime.group(1)) >= seconds;
		});
	}

	private String info() {
		return String.valueOf(run(Protocol.Command.INFO));
	}

	/**
	 * Returns which connections with a name there are, for whatever they are used except
	 * notifications. Those of {@link #run} have none.
	 * @return the ids that the server has given them
	 */
	default Set<String> clients() {
		String clients = String.valueOf(run(Protocol.Command.CLIENT, "LIST", "TYPE", "normal"));
		return NAMED_CLIENT.matcher(clients).results().map((client) -> client.group(1)).collect(Collectors.toSet());
	}

	/**
	 * Returns the value of a key.
	 * @param key the key
	 * @return its value, or {@code null}
	 */
	default @Nullable String get(String key) {
		return (String) run(Protocol.Command.GET, key);
	}

	/**
	 * Gives a key a value that stays.
	 * @param key the key
	 * @param value its value
	 */
	default void set(String key, String value) {
		run(Protocol.Command.SET, key, value);
	}

	/**
	 * Returns whether the server answers.
	 * @return {@code true} if it does
	 */
	default boolean isAnswering() {
		try {
			return "PONG".equals(run(Protocol.Command.PING));
		}
		catch (JedisException ex) {
			return false;
		}
	}

}
