package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class SubscriberTests {

	/**
	 * The system seldom interrupts whoever subscribes just when it matters.
	 */
	private static final int KEYS = 2000;

	/**
	 * A machine that is too busy for a ping has the connection made anew, and what was
	 * told over the former one is lost.
	 */
	private static final int LOST = KEYS / 100;

	private static final Duration SOON = Duration.ofMillis(1);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	@Test
	void hearsOfEachReleaseThatTheServerTellsItOf() {
		RedlockNode node = listeningNode();
		int lost = 0;
		for (int i = 0; i < KEYS; i++) {
			String key = "key-" + i;
			Queue<String> heard = new ConcurrentLinkedQueue<>();
			AtomicBoolean enough = new AtomicBoolean();
			CompletableFuture<List<String>> told = CompletableFuture.supplyAsync(() -> tell(key, enough::get));
			try (ReleaseWatch watch = node.watch(key, heard::add)) {
				Awaitility.await().pollInterval(SOON).until(watch::isListening);
				enough.set(true);
				List<String> releases = told.join();
				Awaitility.await("all releases of " + key)
					.pollInterval(SOON)
					.until(() -> heard.containsAll(releases) || hasBegunOnceMore(heard));
				lost += heard.containsAll(releases) ? 0 : 1;
			}
		}
		assertThat(lost).isLessThan(LOST);
	}

	/**
	 * Returns a node whose connection for notifications is there and stays.
	 */
	private RedlockNode listeningNode() {
		JedisNode node = this.nodes
			.start(JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri())).withRestartGuard(null));
		Awaitility.await().until(() -> node.status().state() == State.UP);
		Awaitility.await().until(node.watch("another key", (release) -> {
		})::isListening);
		return node;
	}

	private static boolean hasBegunOnceMore(Queue<String> heard) {
		return heard.stream().filter(String::isEmpty).count() > 1;
	}

	/**
	 * Announces releases without a pause.
	 * @return the names of those of which the server has told anybody
	 */
	private static List<String> tell(String key, BooleanSupplier enough) {
		List<String> told = new ArrayList<>();
		try (Connection connection = new Connection(new HostAndPort("127.0.0.1", servers.get(0).port()))) {
			for (int i = 0; !enough.getAsBoolean(); i++) {
				String name = Integer.toString(i);
				if (publish(connection, ReleaseMessage.channel(key), name) > 0) {
					told.add(name);
				}
			}
		}
		return told;
	}

	private static long publish(Connection connection, String channel, String message) {
		return (Long) connection.executeCommand(new CommandArguments(Command.PUBLISH).add(channel).add(message));
	}

}
