package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.ReleaseWatch;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an operator reads of a server that is up and not what it seems.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class NodeWarningsTests {

	private static final String REFUSES = "is up, but refuses locks, so that it does not count for a quorum: ";

	private static final String MUTE = "is up, but does not tell of releases, so that who waits for a lock only polls: ";

	private static final String USER = "app";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final TestNode server = servers.get(0);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	@AfterEach
	void reset() {
		this.server.run(Command.CONFIG, "SET", "maxmemory", "0");
		this.server.run(Command.ACL, "DELUSER", USER);
	}

	@Test
	void aServerWithoutMemoryForLocksIsOneLine(CapturedOutput output) {
		JedisNode node = start(null, null);
		this.server.run(Command.CONFIG, "SET", "maxmemory", "1");
		for (int i = 0; i < 20; i++) {
			List<String> key = List.of("order:" + i);
			assertThat(node.send(new Acquire(key, "token", 1000, false)).toCompletableFuture().join().kind())
				.isEqualTo(Kind.FAILED);
			assertThat(node.send(new AcquireFenced(key, "token", 1000, 1000)).toCompletableFuture().join().kind())
				.isEqualTo(Kind.FAILED);
		}
		Awaitility.await().until(() -> output.getAll().contains(REFUSES));
		assertThat(output.getAll()).containsOnlyOnce(REFUSES).contains(REFUSES + "OOM command not allowed");
	}

	@Test
	void aServerThatGrantsLocksButDoesNotExtendOrReleaseThemIsALineToo(CapturedOutput output) {
		this.server.run(Command.ACL, "SETUSER", USER, "reset", "on", ">secret", "allkeys", "allchannels", "+@all",
				"-evalsha", "-eval");
		JedisNode node = start(USER, "secret");
		List<String> key = List.of("order:42");
		assertThat(node.send(new Acquire(key, "token", 1000, false)).toCompletableFuture().join().kind())
			.isEqualTo(Kind.DONE);
		assertThat(output.getAll()).doesNotContain(REFUSES);
		assertThat(node.send(new Extend(key, "token", 1000)).toCompletableFuture().join().kind())
			.isEqualTo(Kind.FAILED);
		Awaitility.await().until(() -> output.getAll().contains(REFUSES + "NOPERM"));
	}

	@Test
	void aUserWhoMayNotListenIsOneLineAndListensAMinuteAfterItMay(CapturedOutput output) {
		permit("resetchannels");
		JedisNode node = start(USER, "secret");
		ReleaseWatch watch = node.watch("order:42", (release) -> {
		});
		Awaitility.await().until(() -> output.getAll().contains(MUTE));
		permit("allchannels");
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(watch::isListening);
		assertThat(output.getAll()).containsOnlyOnce(MUTE).contains(MUTE + "NOPERM");
		watch.close();
	}

	@Test
	void aPasswordThatWasChangedIsALineAsSoonAsSomebodyWaits(CapturedOutput output) {
		permit("allchannels");
		JedisNode node = start(USER, "secret");
		this.server.run(Command.ACL, "SETUSER", USER, "resetpass", ">another");
		ReleaseWatch watch = node.watch("order:42", (release) -> {
		});
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> output.getAll().contains(MUTE));
		assertThat(output.getAll()).contains(MUTE + "WRONGPASS");
		assertThat(node.status().state()).isEqualTo(State.UP);
		watch.close();
	}

	@Test
	void aServerWithTooManyClientsSaysSo() {
		try (Connection only = new Connection(new HostAndPort("127.0.0.1", this.server.port()))) {
			maxClients(only, 1);
			try {
				JedisNode node = this.nodes.start(settings(null, null));
				Awaitility.await()
					.untilAsserted(() -> assertThat(node.status().detail()).contains("max number of clients reached"));
			}
			finally {
				maxClients(only, 1000);
			}
		}
	}

	private static void maxClients(Connection connection, int number) {
		connection.executeCommand(new CommandArguments(Command.CONFIG).add("SET").add("maxclients").add(number));
	}

	private void permit(String channels) {
		this.server.run(Command.ACL, "SETUSER", USER, "reset", "on", ">secret", "allkeys", "+@all", channels);
	}

	private JedisNode start(@Nullable String user, @Nullable String password) {
		JedisNode node = this.nodes.start(settings(user, password));
		Awaitility.await().until(() -> node.status().state() == State.UP);
		return node;
	}

	private JedisNodeSettings settings(@Nullable String user, @Nullable String password) {
		JedisNodeSettings of = JedisNodeSettings.of(NodeUri.parse(this.server.uri()));
		return new JedisNodeSettings(of.name(), of.uri(), user, password, "redlock", Duration.ofSeconds(5),
				Duration.ofSeconds(5), null, 1, null);
	}

}
