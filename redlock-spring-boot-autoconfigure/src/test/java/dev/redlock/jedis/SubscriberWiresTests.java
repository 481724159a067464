package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections for notifications that come to nothing.
 */
@Timeout(60)
class SubscriberWiresTests {

	private static final int FEW = 20;

	private static final int MANY = 2500;

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private Relay address;

	@BeforeEach
	void open() throws IOException {
		this.address = Relay.to(servers.get(0));
	}

	@AfterEach
	void close() throws IOException {
		this.address.close();
	}

	@Test
	void areMadeSeldomIfTheServerEndsEachOfThem() {
		ReleaseWatch watch = this.nodes.start(settings()).watch("key", (release) -> {
		});
		Awaitility.await().until(watch::isListening);
		Awaitility.await()
			.during(Duration.ofSeconds(1))
			.atMost(Duration.ofSeconds(10))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> {
				servers.get(0).run(Command.CLIENT, "KILL", "TYPE", "pubsub");
				return this.address.connections() < FEW;
			});
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(watch::isListening);
	}

	@Test
	void areMadeAnewWithFewCommandsHoweverManyKeysAreWaitedFor() {
		RedlockNode node = this.nodes.start(settings());
		List<ReleaseWatch> watches = IntStream.range(0, MANY).mapToObj((i) -> node.watch("key-" + i, (release) -> {
		})).toList();
		Awaitility.await().until(() -> watches.stream().allMatch(ReleaseWatch::isListening));
		servers.get(0).run(Command.CONFIG, "RESETSTAT");
		servers.get(0).run(Command.CLIENT, "KILL", "TYPE", "pubsub");
		// Whoever asked whether they listen might miss that they did not.
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> commands().contains("cmdstat_subscribe"));
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> watches.stream().allMatch(ReleaseWatch::isListening));
		assertThat(commands()).contains("cmdstat_subscribe:calls=3,");
	}

	private static String commands() {
		return (String) servers.get(0).run(Command.INFO, "commandstats");
	}

	@Test
	void areMadeAnewIfTheServerWasTooBusyToSubscribe() throws Exception {
		RedlockNode node = this.nodes.start(settings());
		Awaitility.await().until(node.watch("first", (release) -> {
		})::isListening);
		CompletableFuture<Object> script = startAScriptThatDoesNotEnd();
		ReleaseWatch watch;
		try {
			Awaitility.await().until(this::isBusy);
			watch = node.watch("second", (release) -> {
			});
			Awaitility.await().during(Duration.ofMillis(300)).until(() -> !watch.isListening());
		}
		finally {
			end(script);
		}
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(watch::isListening);
	}

	private static CompletableFuture<Object> startAScriptThatDoesNotEnd() {
		servers.get(0).run(Command.CONFIG, "SET", "lua-time-limit", "1");
		return CompletableFuture.supplyAsync(() -> servers.get(0).run(Command.EVAL, "while true do end", "0"));
	}

	private static void end(CompletableFuture<Object> script) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
			// It goes on if whoever started it has not waited for long enough.
			if (!servers.get(0).isAnswering()) {
				servers.get(0).run(Command.SCRIPT, "KILL");
			}
			return script.isDone() && servers.get(0).isAnswering();
		});
		servers.get(0).run(Command.CONFIG, "SET", "lua-time-limit", "5000");
		assertThat(script).isCompletedExceptionally();
	}

	private boolean isBusy() {
		try {
			servers.get(0).run(Command.PING);
			return false;
		}
		catch (RuntimeException ex) {
			return String.valueOf(ex.getMessage()).startsWith("BUSY");
		}
	}

	@Test
	void areNoNewsWhenTheyAreRefusedByANodeThatIsDown() {
		List<Runnable> lines = new ArrayList<>();
		NodeWarnings warnings = new NodeWarnings("redis-1", lines::add, System::nanoTime);
		AtomicBoolean up = new AtomicBoolean();
		try (JedisResources resources = new JedisResources(this.nodes.timer(), System::nanoTime)) {
			SubscriberWires wires = new SubscriberWires(settings(), resources, up::get, () -> null, warnings);
			wires.refused(new JedisDataException("NOAUTH Authentication required."));
			assertThat(lines).isEmpty();
			up.set(true);
			wires.refused(new JedisDataException("NOAUTH Authentication required."));
			assertThat(lines).hasSize(1);
			wires.close();
		}
	}

	@Test
	void areClosedIfNobodyCanReadFromThem() {
		JedisResources closed = new JedisResources(this.nodes.timer(), System::nanoTime);
		closed.close();
		SubscriberWires wires = new SubscriberWires(settings(), closed, () -> true, () -> null, warnings());
		wires.connect(() -> true, (wire) -> true);
		Awaitility.await().until(() -> this.address.connections() > 2);
		wires.close();
		Awaitility.await()
			.pollDelay(Duration.ofMillis(100))
			.untilAsserted(() -> assertThat((String) servers.get(0).run(Command.CLIENT, "LIST")).hasLineCount(1));
	}

	@Test
	void areNotAskedForAnyMoreWhenNobodyWaits() {
		LibraryThreads threads = new LibraryThreads();
		servers.get(0).kill();
		try (JedisResources resources = new JedisResources(this.nodes.timer(), System::nanoTime)) {
			Subscriber subscriber = new Subscriber(
					new SubscriberWires(settings(), resources, () -> true, () -> null, warnings()), this.nodes.timer());
			ReleaseWatch watch = subscriber.watch("key", (release) -> {
			});
			Awaitility.await().untilAsserted(() -> assertThat(threads.names()).isNotEmpty());
			watch.close();
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.untilAsserted(() -> assertThat(threads.names()).noneMatch((name) -> name.contains("connect")));
			ReleaseWatch next = subscriber.watch("key", (release) -> {
			});
			servers.get(0).restart();
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(next::isListening);
			subscriber.close();
		}
		finally {
			servers.get(0).restart();
		}
	}

	private static NodeWarnings warnings() {
		return new NodeWarnings("node", Runnable::run, System::nanoTime);
	}

	private JedisNodeSettings settings() {
		return JedisNodeSettings.of(NodeUri.parse("redis://127.0.0.1:" + this.address.port())).withRestartGuard(null);
	}

}
