package dev.redlock.jedis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.PendingReply;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class JedisNodeTests {

	private static final int NODES = 5;

	private static final int MOST_THREADS = 3;

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(NODES);

	private final LibraryThreads threads = new LibraryThreads();

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	@Test
	void anyNumberOfNodesNeedsNoMoreThanThreeThreads() {
		connect(1);
		awaitUp(NODES);
		awaitFewThreads();
		assertThat(this.threads.names()).contains("redlock-timer", "redlock-reader");
	}

	@Test
	void aNodeThatDiesAndComesBackLeavesNoThreadBehind() {
		connect(2);
		awaitUp(NODES);
		for (int i = 0; i < 3; i++) {
			TestNode victim = servers.get(i);
			victim.kill();
			awaitUp(NODES - 1);
			Awaitility.await()
				.untilAsserted(
						() -> assertThat(this.threads.names()).contains("redlock-connect-127.0.0.1:" + victim.port()));
			victim.restart();
			awaitUp(NODES);
			awaitFewThreads();
		}
		assertThat(reply(0, new Acquire(List.of("k"), "token", 1000, false)).kind()).isEqualTo(Kind.DONE);
	}

	@Test
	void aNodeThatIsClosedWhileItConnectsLeavesNothingOpen() {
		for (int i = 0; i < 50; i++) {
			JedisNode node = start(servers.get(0), 1);
			node.close();
		}
		Awaitility.await()
			.untilAsserted(
					() -> assertThat(this.threads.names()).noneMatch((name) -> name.startsWith("redlock-connect-")));
		Awaitility.await()
			.untilAsserted(() -> assertThat((String) servers.get(0).run(Command.CLIENT, "LIST")).hasLineCount(1));
	}

	@Test
	void aServerThatDoesNotReadBlocksNeitherSendersNorOtherNodes() {
		start(servers.get(0), 1);
		start(servers.get(1), 1);
		awaitUp(2);
		servers.get(0).pause();
		String longKey = "k".repeat(64 * 1024);
		List<CompletableFuture<NodeReply>> replies = new ArrayList<>();
		for (int i = 0; i < 2000; i++) {
			replies.add(send(0, new Acquire(List.of(longKey + i), "token", 10_000, false)).toCompletableFuture());
		}
		assertThat(reply(1, new Acquire(List.of("k"), "token", 10_000, false)).kind()).isEqualTo(Kind.DONE);
		assertThat(replies.get(0)).isNotDone();
		servers.get(0).resume();
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.join().kind()).isEqualTo(Kind.DONE));
	}

	@Test
	void anAcquireWhoseScriptTheServerForgotDoesNotOutliveItsRelease() {
		start(servers.get(0), 1);
		awaitUp(1);
		servers.get(0).run(Command.SCRIPT, "FLUSH");
		// The server gets to know the script of releases again, but not that of acquires.
		reply(0, new Release(List.of("k"), "another token", 10_000, false));
		servers.get(0).pause();
		send(0, new Acquire(List.of("k"), "token", 10_000, true));
		CompletionStage<NodeReply> release = send(0, new Release(List.of("k"), "token", 10_000, false));
		servers.get(0).resume();
		release.toCompletableFuture().join();
		reply(0, new Acquire(List.of("unrelated"), "token", 10_000, true));
		assertThat(servers.get(0).get("k")).isNull();
	}

	@Test
	void aCommandThatIsPreparedWaitsForTheFlushOfItsSenderOrOfAnother() {
		connect(1);
		awaitUp(NODES);
		List<NodeReply> replies = new CopyOnWriteArrayList<>();
		JedisNode node = this.nodes.get(0);
		PendingReply first = node.prepare(new Acquire(List.of("first"), "token", 60_000, false), replies::add);
		node.prepare(new Acquire(List.of("second"), "token", 60_000, false), replies::add);
		assertThat(servers.get(0).run(Command.EXISTS, "first", "second")).isEqualTo(0L);
		first.flush();
		Awaitility.await().until(() -> replies.size() == 2);
		assertThat(replies).containsExactly(NodeReply.DONE, NodeReply.DONE);
		assertThat(servers.get(0).run(Command.EXISTS, "first", "second")).isEqualTo(2L);
	}

	@Test
	void theReleaseOfOneLeaseAndTheNextAcquireOfItsKeyStayInOrder() {
		start(servers.get(0), 4);
		awaitUp(1);
		CompletionStage<NodeReply> last = send(0, new Acquire(List.of("k"), "token-0", 10_000, false));
		for (int i = 0; i < 1000; i++) {
			send(0, new Release(List.of("k"), "token-" + i, 10_000, i % 2 == 0));
			last = send(0, new Acquire(List.of("k"), "token-" + (i + 1), 10_000, false));
			if (i % 100 == 0) {
				assertThat(last.toCompletableFuture().join().kind()).isEqualTo(Kind.DONE);
			}
		}
		assertThat(last.toCompletableFuture().join().kind()).isEqualTo(Kind.DONE);
		assertThat(servers.get(0).get("k")).isEqualTo("token-1000");
	}

	@Test
	void locksAreInTheDatabaseThatTheAddressNames() {
		TestNode server = servers.get(0);
		this.nodes.start(JedisNodeSettings.of(NodeUri.parse(server.uri() + "/3")).withRestartGuard(null));
		awaitUp(1);
		reply(0, new Acquire(List.of("k"), "token", 10_000, false));
		assertThat(server.get("k")).isNull();
		assertThat(server.run(Command.EVAL, "redis.call('SELECT', 3) return redis.call('GET', 'k')", "0"))
			.isEqualTo("token");
	}

	@Test
	void serversKnowTheScriptsByTheNamesThatAreSent() {
		for (Script script : Script.values()) {
			assertThat(servers.get(0).run(Command.SCRIPT, "LOAD", script.toString())).as(script.name())
				.isEqualTo(new String(script.hash(), StandardCharsets.US_ASCII));
		}
	}

	private void connect(int lanes) {
		servers.all().forEach((server) -> start(server, lanes));
	}

	private JedisNode start(TestNode server, int lanes) {
		JedisNodeSettings of = JedisNodeSettings.of(NodeUri.parse(server.uri()));
		JedisNodeSettings settings = new JedisNodeSettings(of.name(), of.uri(), null, null, "redlock",
				Duration.ofSeconds(60), Duration.ofSeconds(5), null, lanes, null);
		return this.nodes.start(settings);
	}

	private CompletionStage<NodeReply> send(int node, NodeCommand command) {
		return this.nodes.get(node).send(command);
	}

	private NodeReply reply(int node, NodeCommand command) {
		return send(node, command).toCompletableFuture().join();
	}

	private void awaitUp(int count) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> this.nodes.all()
				.stream()
				.filter((node) -> node.status().state() == State.UP)
				.count() == count);
	}

	private void awaitFewThreads() {
		Awaitility.await()
			.pollDelay(Duration.ofMillis(100))
			.untilAsserted(() -> assertThat(this.threads.names()).hasSizeLessThanOrEqualTo(MOST_THREADS));
	}

}
