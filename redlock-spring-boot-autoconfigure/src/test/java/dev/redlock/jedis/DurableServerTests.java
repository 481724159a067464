package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
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
import dev.redlock.test.LocalRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server that writes every change to disk, so that it forgets no lock by a restart, and
 * learns none either (S9).
 */
@Timeout(60)
class DurableServerTests {

	private static final Duration LONGER_THAN_THE_TEST = Duration.ofHours(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private final Queue<State> told = new ConcurrentLinkedQueue<>();

	private LocalRedis server;

	@BeforeEach
	void start() throws IOException {
		this.server = LocalRedis.startWith(List.of("--appendonly", "yes", "--appendfsync", "always"));
		JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(this.server.uri()))
			.withRestartGuard(LONGER_THAN_THE_TEST);
		this.nodes.start(settings).onChange((change) -> this.told.add(change.to()));
		awaitTold(State.UP);
		this.told.clear();
	}

	@AfterEach
	void stop() {
		this.server.close();
	}

	@Test
	void votesAtOnceAfterARestart() {
		this.server.restart();
		awaitTold(State.UP);
		assertThat(this.told).doesNotContain(State.QUARANTINED);
	}

	@Test
	void doesNotVoteAfterARestartIfItWasAReplicaBefore() {
		demote();
		this.server.restart();
		awaitTold(State.QUARANTINED);
		assertThat(this.told).doesNotContain(State.UP);
	}

	@Test
	void staysInQuarantineThroughARestart() {
		demote();
		this.server.run(Command.REPLICAOF, "NO", "ONE");
		awaitTold(State.QUARANTINED);
		this.told.clear();
		this.server.restart();
		awaitTold(State.QUARANTINED);
		assertThat(this.told).doesNotContain(State.UP);
	}

	private void demote() {
		// Of nobody, so that it keeps what it has.
		this.server.run(Command.REPLICAOF, "127.0.0.1", "1");
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> this.nodes.get(0).status().detail(), (detail) -> detail.contains("is a replica"));
	}

	private void awaitTold(State last) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(this.told).last().isEqualTo(last));
	}

}
