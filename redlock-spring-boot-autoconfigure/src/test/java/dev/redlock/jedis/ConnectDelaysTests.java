package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.ConnectionPool;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a connector waits for between its connections.
 */
@Timeout(60)
class ConnectDelaysTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

	private final JedisResources resources = new JedisResources(this.timer, () -> this.now);

	private final JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()));

	private final ConnectionPool pool = new ConnectionPool(LongDeadline.factory(this.settings), new LanePoolConfig());

	private final FormerServers former = new FormerServers(() -> this.now, this.settings.restartGuard());

	private final Connector connector = new Connector(new NodeIdentity("node"), this.pool, this.settings,
			this.resources, this.former, new NodeWarnings("node", Runnable::run, System::nanoTime));

	private final List<Long> delays = new ArrayList<>();

	private final CountDownLatch closed = new CountDownLatch(1) {

		@Override
		public boolean await(long timeout, TimeUnit unit) {
			ConnectDelaysTests.this.delays.add(unit.toMillis(timeout));
			return false;
		}

	};

	private volatile long now;

	@AfterEach
	void close() {
		this.pool.close();
		this.resources.close();
		this.timer.shutdownNow();
	}

	@Test
	void growWhileEachConnectionEndsAtOnceUntilOneHasLasted() throws InterruptedException {
		for (int i = 0; i < 8; i++) {
			connectFor(0);
		}
		assertThat(this.delays.get(0)).isZero();
		assertThat(this.delays.get(1)).isPositive();
		assertThat(this.delays.get(7)).isGreaterThan(5 * this.delays.get(1));
		this.delays.clear();
		connectFor(1000);
		connectFor(999);
		connectFor(0);
		assertThat(this.delays.get(0)).isPositive();
		assertThat(this.delays.get(1)).isZero();
		assertThat(this.delays.get(2)).isPositive();
	}

	@Test
	void growWhileTheServerIsSilentOverEachConnectionHoweverLongThatLasts() throws InterruptedException {
		for (int i = 0; i < 8; i++) {
			connectInVainFor(5000);
		}
		assertThat(this.delays.get(0)).isZero();
		assertThat(this.delays.get(1)).isPositive();
		assertThat(this.delays.get(7)).isGreaterThan(5 * this.delays.get(1));
	}

	@Test
	void areWaitedForAlsoIfAFailureToConnectCannotBeTold() throws InterruptedException {
		servers.get(0).kill();
		Link link = this.connector.connect(new RecordingOwner(() -> this.now), this.closed, (failure) -> {
			if (this.delays.size() > 3) {
				this.closed.countDown();
			}
			throw new LinkageError("no log");
		});
		assertThat(link).isNull();
		assertThat(this.delays.subList(1, 4)).allMatch((delay) -> delay > 0);
	}

	private void connectFor(long millis) throws InterruptedException {
		Link link = connect();
		this.now += TimeUnit.MILLISECONDS.toNanos(millis);
		end(link);
	}

	private void connectInVainFor(long millis) throws InterruptedException {
		Link link = connect();
		link.send(Call.ping((reply) -> {
		}, this.now));
		this.now += TimeUnit.MILLISECONDS.toNanos(millis);
		link.expireOverdue(false);
		end(link);
	}

	private Link connect() throws InterruptedException {
		return Objects
			.requireNonNull(this.connector.connect(new RecordingOwner(() -> this.now), this.closed, (failure) -> {
			}));
	}

	private void end(Link link) {
		link.close(null);
		this.connector.ended(link);
	}

}
