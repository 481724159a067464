package dev.redlock.jedis;

import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a lane tells of its state, and a lane whose state can't be told.
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

	private final ConnectionPool pool = new ConnectionPool(LongDeadline.factory(this.settings), new LanePoolConfig());

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
	void whatHasNoMessageIsNamedAsWhatItIs() throws InterruptedException {
		create(() -> {
		});
		Link link = Objects.requireNonNull(this.lane.newLink());
		this.lane.partWith(link, new ClosedChannelException());
		assertThat(this.lane.status().detail())
			.isEqualTo("the connection was lost: java.nio.channels.ClosedChannelException");
	}

	private void start(Runnable stateChanged) {
		create(stateChanged);
		this.lane.start();
	}

	private void create(Runnable stateChanged) {
		FormerServers former = new FormerServers(System::nanoTime, Duration.ZERO);
		Connector connector = new Connector(new NodeIdentity("node"), this.pool, this.settings, this.resources, former,
				new NodeWarnings("node", Runnable::run, System::nanoTime));
		this.lane = new Lane(connector, this.settings, this.resources, new StateTeller(stateChanged, Runnable::run));
	}

	private void awaitUp() {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.lane.status().state() == State.UP);
	}

}
