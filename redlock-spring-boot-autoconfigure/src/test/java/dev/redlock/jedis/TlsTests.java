package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.ReleaseWatch;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class TlsTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	/** Some hundred of them are more than the sockets take. */
	private static final String BIG = "k".repeat(64 * 1024);

	private final LibraryThreads threads = new LibraryThreads();

	private final TestTimer timer = new TestTimer();

	@Test
	void anEncryptedConnectionHasTwoThreadsOfItsOwnAndIsMadeAnewWhenItBreaks() throws Exception {
		withNode((wire, node) -> {
			allAreAnswered(node, "first:");
			awaitTwoThreads(node);
			wire.breakConnections();
			Awaitility.await().until(() -> wire.connections() >= 2);
			awaitUp(node);
			allAreAnswered(node, "second:");
			awaitTwoThreads(node);
		});
	}

	@Test
	void aServerThatDoesNotReadStopsNeitherThreadsThatSendNorTheTimer() throws Exception {
		Duration soonGivenUp = Duration.ofMillis(250);
		withNode((settings) -> settings.withNodeTimeout(soonGivenUp), (wire, node) -> {
			servers.get(0).pause();
			// As a renewal does, and so that the timer is the one that writes.
			List<CompletableFuture<NodeReply>> byTimer = this.timer.submit(() -> flood(node, "timer:"))
				.get(20, TimeUnit.SECONDS);
			List<CompletableFuture<NodeReply>> byThread = CompletableFuture.supplyAsync(() -> flood(node, "thread:"))
				.get(20, TimeUnit.SECONDS);
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> wire.connections() >= 2);
			assertThat(node.status().state()).isEqualTo(State.DOWN);
			assertThat(byTimer).allSatisfy((reply) -> assertThat(reply).succeedsWithin(Duration.ofSeconds(10)));
			assertThat(byThread).allSatisfy((reply) -> assertThat(reply).succeedsWithin(Duration.ofSeconds(10)));
			servers.get(0).resume();
			awaitUp(node);
		});
	}

	@Test
	void aServerThatDoesNotReadStopsNeitherThreadsThatWatchNorTheTimer() throws Exception {
		withNode((wire, node) -> {
			ReleaseWatch first = node.watch("first", (release) -> {
			});
			Awaitility.await().until(first::isListening);
			servers.get(0).pause();
			CompletableFuture.runAsync(() -> watchAndLeave(node)).get(20, TimeUnit.SECONDS);
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !first.isListening());
			this.timer.submit(() -> {
			}).get(20, TimeUnit.SECONDS);
			servers.get(0).resume();
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(first::isListening);
		});
	}

	private void withNode(Scenario scenario) throws Exception {
		withNode(UnaryOperator.identity(), scenario);
	}

	private void withNode(UnaryOperator<JedisNodeSettings> change, Scenario scenario) throws Exception {
		try (JedisResources resources = new JedisResources(this.timer, System::nanoTime);
				TlsWire wire = new TlsWire(servers.get(0))) {
			JedisNode node = JedisNode.start(change.apply(wire.settings()), resources);
			awaitUp(node);
			scenario.play(wire, node);
			node.close();
			Awaitility.await().until(() -> this.threads.names().isEmpty());
		}
		finally {
			this.timer.shutdownNow();
		}
	}

	private static List<CompletableFuture<NodeReply>> flood(JedisNode node, String prefix) {
		return IntStream.range(0, 400)
			.mapToObj((i) -> node.send(new Acquire(List.of(prefix + BIG + i), "token", 10_000, false))
				.toCompletableFuture())
			.toList();
	}

	private static void watchAndLeave(JedisNode node) {
		for (int i = 0; i < 400; i++) {
			node.watch(BIG + i, (release) -> {
			}).close();
		}
	}

	private static void allAreAnswered(JedisNode node, String prefix) {
		List<CompletableFuture<NodeReply>> replies = IntStream.range(0, 1000)
			.mapToObj((i) -> node.send(new Acquire(List.of(prefix + i), "token", 10_000, false)).toCompletableFuture())
			.toList();
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.join().kind()).isEqualTo(Kind.DONE));
	}

	private void awaitTwoThreads(JedisNode node) {
		Awaitility.await()
			.untilAsserted(() -> assertThat(this.threads.names())
				.containsExactlyInAnyOrder("redlock-tls-" + node.name(), "redlock-tls-writer-" + node.name()));
	}

	private static void awaitUp(JedisNode node) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> node.status().state() == State.UP);
	}

	/**
	 * What happens to a node with an encrypted connection.
	 */
	private interface Scenario {

		void play(TlsWire wire, JedisNode node) throws Exception;

	}

}
