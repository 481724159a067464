package dev.redlock.acceptance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.awaitility.Awaitility;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.SafeEncoder;

import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a server says about itself, its keys and its connections, and locks on servers.
 */
final class NodeStats {

	private NodeStats() {
	}

	/**
	 * Returns locks that are up.
	 */
	static Locks patient(List<TestNode> nodes) {
		Locks locks = Locks.over(nodes);
		locks.awaitUp();
		return locks;
	}

	/**
	 * Ends all connections to a server, and waits for as many new ones: the nodes are up
	 * until they notice.
	 */
	static void breakConnections(TestNode server) {
		Set<String> before = server.clients();
		server.run(Command.CLIENT, "KILL", "TYPE", "normal");
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(
					() -> assertThat(server.clients()).hasSameSizeAs(before).doesNotContainAnyElementsOf(before));
	}

	/**
	 * Counts how often clients and their scripts had commands carried out.
	 */
	static long calls(TestNode node, String... commands) {
		String stats = (String) node.run(Command.INFO, "commandstats");
		List<String> starts = new ArrayList<>();
		for (String command : commands) {
			starts.add("cmdstat_" + command + ":calls=");
		}
		return stats.lines()
			.filter((line) -> starts.stream().anyMatch(line::startsWith))
			.mapToLong((line) -> Long.parseLong(line.replaceAll("^cmdstat_\\w+:calls=(\\d+),.*", "$1")))
			.sum();
	}

	/**
	 * Returns the remaining milliseconds of a key: -1 without a ttl, -2 without the key.
	 */
	static long pttl(TestNode node, String key) {
		return (Long) node.run(Command.PTTL, key);
	}

	static String keyspace(TestNode node) {
		return ((String) node.run(Command.INFO, "keyspace")).replaceAll("avg_ttl=\\d+", "");
	}

	/**
	 * Returns the arguments of all commands that were carried out, oldest last.
	 */
	@SuppressWarnings("unchecked")
	static List<List<String>> slowLog(TestNode node) {
		List<List<Object>> entries = (List<List<Object>>) SafeEncoder
			.encodeObject(node.run(Command.SLOWLOG, "GET", "1000"));
		return entries.stream().map((entry) -> (List<String>) entry.get(3)).toList();
	}

	static void startSlowLog(TestNode node) {
		node.run(Command.SLOWLOG, "RESET");
		node.run(Command.CONFIG, "SET", "slowlog-log-slower-than", "0");
	}

	static void endSlowLog(TestNode node) {
		node.run(Command.CONFIG, "SET", "slowlog-log-slower-than", "-1");
	}

}
