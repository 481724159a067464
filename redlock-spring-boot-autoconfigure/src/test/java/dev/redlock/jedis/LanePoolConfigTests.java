package dev.redlock.jedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

class LanePoolConfigTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()));

	@Test
	void aConnectionThatIsCountedThoughNobodyHasItDoesNotCostTheLane() {
		try (ConnectionPool pool = new ConnectionPool(LongDeadline.factory(this.settings), new LanePoolConfig());
				Connection lost = pool.getResource()) {
			assertThat(lost.ping()).isTrue();
			try (Connection next = pool.getResource()) {
				assertThat(next.ping()).isTrue();
			}
		}
	}

	@Test
	void noConnectionThatNobodyAskedForTakesThePlaceOfABrokenOne() {
		try (ConnectionPool pool = new ConnectionPool(LongDeadline.factory(this.settings), new LanePoolConfig())) {
			Connection broken = pool.getResource();
			broken.setBroken();
			broken.close();
			assertThat(pool.getNumIdle()).isZero();
		}
	}

}
