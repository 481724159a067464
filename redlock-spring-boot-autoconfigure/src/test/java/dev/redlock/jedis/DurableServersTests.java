package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servers that write every change to disk before they answer (S9).
 */
@Timeout(60)
class DurableServersTests {

	private static final Duration GUARD = Duration.ofSeconds(4);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(2);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private Relay address;

	@BeforeEach
	void open() throws IOException {
		this.address = Relay.to(servers.get(0));
		writeEveryChangeToDisk(servers.get(0));
		writeEveryChangeToDisk(servers.get(1));
	}

	@AfterEach
	void close() throws IOException {
		this.address.close();
		servers.get(0).run(Command.CONFIG, "SET", "appendonly", "no");
		servers.get(1).run(Command.CONFIG, "SET", "appendonly", "no");
	}

	@Test
	void oneThatTakesThePlaceOfAnotherAsAPromotedReplicaDoesDoesNotVoteUntilTheLocksOfThatHaveExpired()
			throws IOException {
		JedisNode node = this.nodes
			.start(JedisNodeSettings.of(NodeUri.parse("redis://127.0.0.1:" + this.address.port()))
				.withRestartGuard(GUARD));
		Queue<State> told = new ConcurrentLinkedQueue<>();
		node.onChange((change) -> told.add(change.to()));
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> told.contains(State.UP));
		assertThat(told).as("on disk is all that it has granted").doesNotContain(State.QUARANTINED);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> uptimeSeconds(servers.get(1)) > 3);
		this.address.moveTo(servers.get(1));
		this.address.breakConnections();
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(told).contains(State.QUARANTINED).last().isEqualTo(State.UP));
	}

	private static void writeEveryChangeToDisk(TestNode server) {
		server.run(Command.CONFIG, "SET", "appendfsync", "always");
		server.run(Command.CONFIG, "SET", "appendonly", "yes");
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> info(server).contains("aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0"));
	}

	private static long uptimeSeconds(TestNode server) {
		String info = info(server);
		return info.lines()
			.filter((line) -> line.startsWith("uptime_in_seconds:"))
			.mapToLong((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
			.findFirst()
			.orElseThrow();
	}

	private static String info(TestNode server) {
		return String.valueOf(server.run(Command.INFO));
	}

}
