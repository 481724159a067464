package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.node.NodeChange;
import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.FreePorts;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a node says of itself, on a real server.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class NodeStateTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private final Queue<NodeChange> told = new ConcurrentLinkedQueue<>();

	@Test
	void knowsItsVersionItsRoundTripAndSinceWhenItIsUp() {
		JedisNode node = start(LONG, null);
		awaitState(node, State.UP);
		Awaitility.await().until(() -> node.status().roundTrip() != null);
		NodeStatus status = node.status();
		assertThat(status.version()).matches("\\d+\\.\\d+.*");
		assertThat(status.roundTrip()).isPositive().isLessThan(LONG);
		assertThat(status.inState()).isPositive();
		assertThat(status.quarantineLeft()).isNull();
		Awaitility.await().until(() -> node.status().inState().compareTo(status.inState()) > 0);
	}

	@Test
	void aServerThatDiesAndComesBackIsToldOnceWithBothOfItsLanes() {
		JedisNode node = start(LONG, null);
		awaitTold(State.UP);
		TestNode server = servers.get(0);
		server.kill();
		awaitTold(State.UP, State.DOWN);
		Awaitility.await().until(() -> node.status().inState().toMillis() > 0);
		assertThat(node.status().version()).matches("\\d+\\.\\d+.*");
		assertThat(node.status().roundTrip()).isNull();
		assertThat(node.status().detail()).isNotBlank();
		server.restart();
		awaitTold(State.UP, State.DOWN, State.UP);
		assertThat(this.told).extracting(NodeChange::from).containsExactly(State.DOWN, State.UP, State.DOWN);
		assertThat(this.told).element(1).extracting(NodeChange::detail).asString().isNotBlank();
	}

	@Test
	void aServerThatDiesAndComesBackWhileTheLogBlocksIsUpAndLogged(CapturedOutput output) {
		JedisNode node = start(LONG, null);
		awaitTold(State.UP);
		CountDownLatch unblocked = new CountDownLatch(1);
		Set<String> blocked = ConcurrentHashMap.newKeySet();
		BrokenLog.during(JedisNode.class, () -> {
			blocked.add(Thread.currentThread().getName());
			Awaitility.await().atMost(LONG).until(() -> unblocked.getCount() == 0);
		}, () -> {
			servers.get(0).kill();
			awaitTold(State.UP, State.DOWN);
			servers.get(0).restart();
			awaitTold(State.UP, State.DOWN, State.UP);
			unblocked.countDown();
			Awaitility.await().untilAsserted(() -> assertThat(output).containsOnlyOnce(node + " is down"));
		});
		// Of the common pool others may need each thread.
		assertThat(blocked).containsExactly("redlock-log-" + node.name());
	}

	@Test
	void aNodeWhoseLogBlocksFromTheStartAnswers() {
		CountDownLatch unblocked = new CountDownLatch(1);
		BrokenLog.during(JedisNode.class, () -> Awaitility.await().atMost(LONG).until(() -> unblocked.getCount() == 0),
				() -> {
					JedisNode node = start(LONG, null);
					awaitTold(State.UP);
					assertThat(node.send(new Inspect(List.of("key"))).toCompletableFuture().join().kind())
						.isEqualTo(Kind.ABSENT);
					unblocked.countDown();
				});
	}

	@Test
	void aServerThatFallsSilentIsToldAlsoWhileNobodyLocks() {
		start(Duration.ofSeconds(1), null);
		awaitTold(State.UP);
		servers.get(0).pause();
		awaitTold(State.UP, State.DOWN);
		assertThat(this.told).last().extracting(NodeChange::detail).asString().contains("does not answer");
		servers.get(0).resume();
		awaitTold(State.UP, State.DOWN, State.UP);
	}

	@Test
	void aServerThatRestartedIsToldAsQuarantinedAndThenAsUp() {
		servers.get(0).restart();
		JedisNode node = start(LONG, Duration.ofSeconds(4));
		awaitTold(State.QUARANTINED);
		assertThat(node.status().quarantineLeft()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(4));
		awaitTold(State.QUARANTINED, State.UP);
		assertThat(node.status().quarantineLeft()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis", "rediss" })
	void aNodeThatCannotBeReachedSaysWhy(String scheme) throws IOException {
		int port = FreePorts.find(1).get(0);
		JedisNode refused = start(scheme + "://user:secret@127.0.0.1:" + port);
		JedisNode unknown = start(scheme + "://user:secret@no-such-host.invalid:" + port);
		awaitDetail(refused, "Failed to connect to 127.0.0.1:" + port + ": Connection refused");
		awaitDetail(unknown, "The host name no-such-host.invalid can't be resolved");
	}

	@Test
	void aNodeThatIsClosedTellsNothingOfItsServer() {
		JedisNode node = start(LONG, null);
		awaitTold(State.UP);
		node.close();
		awaitState(node, State.DOWN);
		Awaitility.await().pollDelay(Duration.ofMillis(100)).until(() -> this.nodes.timer().getActiveCount() == 0);
		assertThat(this.told).hasSize(1);
	}

	private JedisNode start(Duration nodeTimeout, @Nullable Duration restartGuard) {
		JedisNodeSettings of = JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()));
		JedisNodeSettings settings = new JedisNodeSettings(of.name(), of.uri(), null, null, "redlock", nodeTimeout,
				Duration.ofSeconds(5), restartGuard, 2, null);
		JedisNode node = this.nodes.start(settings);
		node.onChange(this.told::add);
		return node;
	}

	private JedisNode start(String uri) {
		return this.nodes.start(JedisNodeSettings.of(NodeUri.parse(uri)));
	}

	private static void awaitDetail(JedisNode node, String detail) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(node.status().detail()).isEqualTo(detail));
	}

	private static void awaitState(JedisNode node, State state) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> node.status().state() == state);
	}

	private void awaitTold(State... states) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(this.told).extracting(NodeChange::to).containsExactly(states));
	}

}
