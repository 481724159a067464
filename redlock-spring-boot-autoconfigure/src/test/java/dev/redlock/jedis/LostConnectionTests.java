package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.PendingReply;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is said of a connection that was lost.
 */
@Timeout(60)
class LostConnectionTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	@AfterEach
	void resume() {
		servers.get(0).resume();
	}

	/**
	 * Repeated, since it may be the reader that notices.
	 */
	@RepeatedTest(10)
	void aCallerThatReadsItselfIsToldWhyToo() throws Exception {
		try (Relay relay = Relay.to(servers.get(0))) {
			JedisNode node = this.nodes.start(JedisNodeSettings.of(NodeUri.parse("redis://127.0.0.1:" + relay.port()))
				.withRestartGuard(null)
				.withNodeTimeout(Duration.ofSeconds(5)));
			Awaitility.await().pollInterval(Duration.ofMillis(2)).until(() -> node.status().state() == State.UP);
			servers.get(0).pause();
			AtomicReference<@Nullable NodeReply> reply = new AtomicReference<>();
			PendingReply pending = node.send(new Inspect(List.of("a")), reply::set);
			pending.poll();
			relay.breakConnections();
			while (reply.get() == null) {
				pending.poll();
			}
			assertThat(reply.get().cause())
				.hasMessageMatching("the connection was lost: (Unexpected end of stream|" + "Connection reset).*");
		}
	}

}
