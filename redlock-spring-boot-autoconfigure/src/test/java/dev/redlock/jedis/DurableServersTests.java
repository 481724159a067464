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

import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

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
		servers.get(0).writeEveryChange();
		servers.get(1).writeEveryChange();
	}

	@AfterEach
	void close() throws IOException {
		this.address.close();
		servers.get(0).writeNoChange();
		servers.get(1).writeNoChange();
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
		servers.get(1).awaitUptime(4);
		this.address.moveTo(servers.get(1));
		this.address.breakConnections();
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(told).contains(State.QUARANTINED).last().isEqualTo(State.UP));
	}

}
