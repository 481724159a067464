package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node says that it measures calls, so that nobody else does.
 */
@Timeout(60)
class MeasuredCallsTests {

	private static final List<String> KEYS = List.of("k");

	private static final Acquire ACQUIRE = new Acquire(KEYS, "token", 60_000, false);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private final JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()))
		.withRestartGuard(null)
		.withNodeTimeout(Duration.ofSeconds(10));

	@Test
	void aNodeTellsHowLongItTookToAnswer() {
		JedisNode node = start(this.settings, State.UP);
		assertThat(node.measuresCalls()).isTrue();
		List.of(ACQUIRE, new Extend(KEYS, "token", 60_000), new Release(KEYS, "token", 60_000, true))
			.forEach((command) -> {
				long before = System.nanoTime();
				Measured call = call(node, command);
				assertThat(call.kind()).isEqualTo(Kind.DONE);
				assertThat(call.nanos()).as(command.toString()).isBetween(1L, System.nanoTime() - before);
			});
	}

	@Test
	void aNodeTellsHowLongItWaitedForAnAnswerThatDidNotComeInTime() {
		JedisNode node = start(this.settings.withNodeTimeout(Duration.ofSeconds(1)), State.UP);
		servers.get(0).pause();
		Measured call = call(node, ACQUIRE);
		servers.get(0).resume();
		assertThat(call.kind()).isEqualTo(Kind.TIMED_OUT);
		assertThat(call.nanos()).isGreaterThanOrEqualTo(1_000_000_000);
	}

	@Test
	void aCallTakesFromWhenItsSenderAsked() {
		JedisNode node = start(this.settings, State.UP);
		List.of(ACQUIRE, new Extend(KEYS, "token", 60_000), new Release(KEYS, "token", 60_000, true))
			.forEach((command) -> {
				Measured call = call(node, command, Duration.ofSeconds(5));
				assertThat(call.kind()).isEqualTo(Kind.DONE);
				assertThat(call.nanos()).as(command.toString()).isGreaterThan(5_000_000_000L);
			});
	}

	@Test
	void aCallThatIsNotSentTakesNoTime() {
		JedisNode node = start(this.settings, State.UP);
		servers.get(0).kill();
		await(node, State.DOWN);
		Measured call = call(node, ACQUIRE);
		servers.get(0).restart();
		assertThat(call).isEqualTo(new Measured(Kind.UNREACHABLE, 0));
	}

	@Test
	void aVoteThatAQuarantinedNodeDoesNotGiveTakesNoTime() {
		JedisNode node = start(this.settings.withRestartGuard(Duration.ofHours(1)), State.QUARANTINED);
		assertThat(call(node, ACQUIRE)).isEqualTo(new Measured(Kind.QUARANTINED, 0));
	}

	private JedisNode start(JedisNodeSettings settings, State state) {
		JedisNode node = this.nodes.start(settings);
		await(node, state);
		return node;
	}

	private static void await(JedisNode node, State state) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> node.status().state() == state);
	}

	private static Measured call(JedisNode node, NodeCommand command) {
		return call(node, command, Duration.ZERO);
	}

	private static Measured call(JedisNode node, NodeCommand command, Duration askedBefore) {
		CompletableFuture<Measured> measured = new CompletableFuture<>();
		node.send(command, new NodeReplyReceiver() {

			@Override
			public long askedAt(LongSupplier clock) {
				return clock.getAsLong() - askedBefore.toNanos();
			}

			@Override
			public void accept(NodeReply reply) {
				measured.completeExceptionally(new IllegalStateException("It did not tell for " + reply));
			}

			@Override
			public void accept(NodeReply reply, long latencyNanos) {
				measured.complete(new Measured(reply.kind(), latencyNanos));
			}

		});
		return measured.orTimeout(20, TimeUnit.SECONDS).join();
	}

	private record Measured(Kind kind, long nanos) {

	}

}
