package dev.redlock.jedis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class TlsTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final LibraryThreads threads = new LibraryThreads();

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

	@Test
	void anEncryptedConnectionHasAThreadOfItsOwnAndIsMadeAnewWhenItBreaks(@TempDir Path directory) throws Exception {
		try (JedisResources resources = new JedisResources(this.timer, System::nanoTime);
				TlsWire wire = new TlsWire(servers.get(0), directory)) {
			JedisNode node = JedisNode.start(wire.settings(), resources);
			awaitUp(node);
			allAreAnswered(node, "first:");
			awaitOneThread("redlock-tls-" + node.name());
			wire.breakConnections();
			Awaitility.await().until(() -> wire.connections() == 2);
			awaitUp(node);
			allAreAnswered(node, "second:");
			awaitOneThread("redlock-tls-" + node.name());
			node.close();
			Awaitility.await().until(() -> this.threads.names().isEmpty());
		}
		finally {
			this.timer.shutdownNow();
		}
	}

	private static void allAreAnswered(JedisNode node, String prefix) {
		List<CompletableFuture<NodeReply>> replies = IntStream.range(0, 1000)
			.mapToObj((i) -> node.send(new Acquire(List.of(prefix + i), "token", 10_000, false)).toCompletableFuture())
			.toList();
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.join().kind()).isEqualTo(Kind.DONE));
	}

	private void awaitOneThread(String name) {
		Awaitility.await().untilAsserted(() -> assertThat(this.threads.names()).containsExactly(name));
	}

	private static void awaitUp(JedisNode node) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> node.status().state() == State.UP);
	}

}
