package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A release that a server refuses for a moment (S4).
 */
@Timeout(60)
class RefusedReleaseTests {

	private static final int TTL_MILLIS = 600_000;

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	@AfterEach
	void recover() {
		servers.get(0).run(Command.CONFIG, "SET", "min-replicas-to-write", "0");
		servers.get(0).run(Command.ACL, "SETUSER", "default", "+@all");
	}

	@Test
	void isSentOnceMoreWhenTheServerMayDoIt() {
		JedisNode node = start();
		assertThat(send(node, new Acquire(List.of("key"), "token", TTL_MILLIS, false))).isEqualTo(Kind.DONE);
		servers.get(0).run(Command.CONFIG, "SET", "min-replicas-to-write", "1");
		assertThat(send(node, new Release(List.of("key"), "token", TTL_MILLIS, true))).isEqualTo(Kind.FAILED);
		assertThat(servers.get(0).get("key")).isEqualTo("token");
		servers.get(0).run(Command.CONFIG, "SET", "min-replicas-to-write", "0");
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> servers.get(0).get("key") == null);
	}

	@Test
	void isSentOnceMoreWhenTheUserHasThePermissionAgain() {
		JedisNode node = start();
		assertThat(send(node, new Acquire(List.of("key"), "token", TTL_MILLIS, false))).isEqualTo(Kind.DONE);
		servers.get(0).run(Command.ACL, "SETUSER", "default", "-@scripting");
		assertThat(send(node, new Release(List.of("key"), "token", TTL_MILLIS, true))).isEqualTo(Kind.FAILED);
		assertThat(servers.get(0).get("key")).isEqualTo("token");
		servers.get(0).run(Command.ACL, "SETUSER", "default", "+@all");
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> servers.get(0).get("key") == null);
	}

	@Test
	void isSentOnceMoreWhenAReplicaThatKeptItsDataIsAMasterAgain() {
		JedisNode node = start();
		assertThat(send(node, new Acquire(List.of("key"), "token", TTL_MILLIS, false))).isEqualTo(Kind.DONE);
		servers.get(0).run(Command.REPLICAOF, "127.0.0.1", "1");
		try {
			assertThat(send(node, new Release(List.of("key"), "token", TTL_MILLIS, true))).isEqualTo(Kind.FAILED);
		}
		finally {
			servers.get(0).run(Command.REPLICAOF, "NO", "ONE");
		}
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> servers.get(0).get("key") == null);
	}

	@Test
	void keepsAnExtensionThatItWillUndoFromCounting() {
		JedisNode node = start();
		assertThat(send(node, new Acquire(List.of("key"), "token", TTL_MILLIS, false))).isEqualTo(Kind.DONE);
		this.nodes.timer().holdHeartbeats();
		servers.get(0).run(Command.CONFIG, "SET", "min-replicas-to-write", "1");
		send(node, new Release(List.of("key"), "token", TTL_MILLIS, true));
		servers.get(0).run(Command.CONFIG, "SET", "min-replicas-to-write", "0");
		assertThat(send(node, new Extend(List.of("key"), "token", TTL_MILLIS))).isEqualTo(Kind.UNREACHABLE);
		this.nodes.timer().letHeartbeatsGo();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> servers.get(0).get("key") == null);
		assertThat(send(node, new Extend(List.of("key"), "token", TTL_MILLIS))).isEqualTo(Kind.ABSENT);
	}

	private JedisNode start() {
		JedisNode node = this.nodes.start(JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()))
			.withRestartGuard(null)
			.withNodeTimeout(Duration.ofSeconds(5)));
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> node.status().state() == State.UP);
		return node;
	}

	private static Kind send(JedisNode node, NodeCommand command) {
		NodeReply reply = node.send(command).toCompletableFuture().join();
		return reply.kind();
	}

}
