package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lane whose state is told to a log that fails or blocks.
 */
@Timeout(60)
class LaneTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

	private final JedisResources resources = new JedisResources(this.timer, System::nanoTime);

	private final JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()))
		.withRestartGuard(null)
		.withNodeTimeout(Duration.ofSeconds(10));

	private final ConnectionPool pool = new ConnectionPool(new LaneConnectionFactory(this.settings));

	private Lane lane;

	@AfterEach
	void close() {
		this.lane.close();
		this.pool.close();
		this.resources.close();
		this.timer.shutdownNow();
	}

	@Test
	void comesUpAgainAfterItsEndCouldNotBeTold() {
		AtomicBoolean failing = new AtomicBoolean();
		start(() -> {
			if (failing.getAndSet(false)) {
				throw new LinkageError("no log");
			}
		});
		awaitUp();
		failing.set(true);
		servers.get(0).run(Command.CLIENT, "KILL", "TYPE", "normal");
		Awaitility.await().until(() -> !failing.get());
		awaitUp();
	}

	@Test
	void answersCommandsWhileItsStartIsBeingTold() {
		CountDownLatch unblocked = new CountDownLatch(1);
		start(() -> Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> unblocked.getCount() == 0));
		awaitUp();
		List<NodeReply> replies = new CopyOnWriteArrayList<>();
		this.lane.send(new Acquire(List.of("key"), "token", 10_000, false), replies::add);
		Awaitility.await()
			.atMost(Duration.ofSeconds(5))
			.untilAsserted(() -> assertThat(replies).extracting(NodeReply::kind).containsExactly(Kind.DONE));
		unblocked.countDown();
	}

	private void start(Runnable stateChanged) {
		FormerServers former = new FormerServers(System::nanoTime, Duration.ZERO);
		Connector connector = new Connector(new NodeIdentity("node"), this.pool, this.settings, this.resources, former);
		this.lane = new Lane(connector, this.settings, this.resources, stateChanged);
		this.lane.start();
	}

	private void awaitUp() {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.lane.status().state() == State.UP);
	}

}
